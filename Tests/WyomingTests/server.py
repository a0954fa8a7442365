"""A recognizer on the official package of the protocol, that does as a test says: server.py MANNER ADDRESS."""

import asyncio
import json
import sys

from wyoming.asr import Transcribe, Transcript, TranscriptChunk, TranscriptStart, TranscriptStop
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.error import Error
from wyoming.server import AsyncEventHandler, AsyncServer

manner, address = sys.argv[1:]


class Handler(AsyncEventHandler):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.sound = bytearray()
        self.chunks = 0
        self.request = None

    async def handle_event(self, event):
        if Transcribe.is_type(event.type):
            self.request = Transcribe.from_event(event)
        elif AudioStart.is_type(event.type):
            start = AudioStart.from_event(event)
            assert (start.rate, start.width, start.channels) == (16000, 2, 1), start
        elif AudioChunk.is_type(event.type):
            return await self.hear(AudioChunk.from_event(event))
        elif AudioStop.is_type(event.type):
            return await self.answer()
        return True

    async def hear(self, chunk):
        assert (chunk.rate, chunk.width, chunk.channels) == (16000, 2, 1), chunk
        self.sound += chunk.audio
        self.chunks += 1
        if manner == "streams":
            if self.chunks == 1:
                await self.write_event(TranscriptStart().event())
            await self.write_event(TranscriptChunk(f"{self.chunks} ").event())
        if manner == "slow":
            await asyncio.sleep(0.05)
        if manner == "garbage":
            self.writer.write(b"\xff\xfe{]\n")
        return manner != "hangs-up"

    async def answer(self):
        if manner == "hangs":
            await asyncio.sleep(3600)
        if manner == "late":
            await asyncio.sleep(3)
        if manner == "refuses":
            await self.write_event(Error("out of memory", code="failed").event())
            return False
        heard = {
            "bytes": len(self.sound),
            "language": self.request.language,
            "name": self.request.name,
            "context": self.request.context,
        }
        await self.write_event(Transcript(json.dumps(heard)).event())
        if manner == "streams":
            await self.write_event(TranscriptStop().event())
        return False

    async def disconnect(self):
        self.writer.close()


async def main():
    server = AsyncServer.from_uri(address)
    await server.start(Handler)
    print("ready", flush=True)
    # Until whoever started it closes its standard input.
    await asyncio.to_thread(sys.stdin.read)


asyncio.run(main())
