// Shows what the appliance does; earshot.js has the connection.
(() => {
  "use strict";
  const element = (id) => document.getElementById(id);
  const states = {
    starting: "Starting", idle: "Ready", listening: "Listening", recording: "Recording", deciding: "Working it out",
    speaking: "Speaking", confirming: "Waiting for an answer", muted: "Muted", unavailable: "No microphone",
    fault: "Fault", away: "Not connected",
  };
  const reasons = {
    "no-words": "nothing was said", "no-speech": "no clear speech in the noise", incomplete: "not a whole command",
    "nothing-to-take-back": "there is nothing left to take back",
    squeezed: "a number was too short to have been said",
    "out-of-range": "outside the range", unlikely: "did not sound like a command", background: "much quieter than the command before it",
    continues: "came too late", replaced: "went on", unconfirmed: "not confirmed", late: "not understood in time",
    failed: "the recognizer failed",
  };
  const mostLines = 8;
  const mostMinutes = 10;
  let allows = { words: false, mute: false, press: false, output: false };
  let ending = null;
  // Whether the trouble that is told is that nothing is connected; else it is that something was not done.
  let isOfConnection = false;

  const show = (id, isShown) => { element(id).hidden = !isShown; };

  function setText(id, text) {
    if (element(id).textContent !== text) element(id).textContent = text;
  }

  function tell(trouble, { ofConnection = false } = {}) {
    isOfConnection = ofConnection;
    setText("trouble", trouble);
    show("trouble", trouble !== "");
  }

  // A trouble ends with what shows that it is over, not with the next news of anything.
  function settle({ ofConnection = false } = {}) {
    if (isOfConnection === ofConnection) tell("");
  }

  function ask(name, more) {
    window.earshot.request(name, more).then(() => settle()).catch((error) => {
      const isAway = document.documentElement.dataset.earshotState === "away";
      tell(`Not done: ${error.message}`, { ofConnection: isAway });
    });
  }

  // --- What is shown ------------------------------------------------------------------------------------------------

  function setState(state) {
    setText("state-text", states[state] ?? state);
    if (state !== "recording") setRemaining(null);
  }

  function setRemaining(seconds) {
    ending = seconds === null ? null : performance.now() + seconds * 1000;
    countDown();
  }

  function countDown() {
    show("left", ending !== null);
    if (ending === null) return;
    setText("left", `${Math.max(0, Math.ceil((ending - performance.now()) / 1000))} s left`);
  }
  setInterval(countDown, 250);

  function setLevel(level) {
    element("level").value = level ?? -60;
    setText("level-text", level === undefined ? "" : `${Math.round(level)} dBFS`);
  }

  function setMicrophone({ available, source, reason, problem }) {
    setText("microphone", available ? source + (problem ? `: ${problem}` : "") : `Cannot be heard: ${reason || "no microphone"}`);
  }

  function add(text) {
    const line = document.createElement("p");
    line.textContent = text;
    element("finals").append(line);
    forget(line);
    while (element("finals").childElementCount > 50) element("finals").firstElementChild.remove();
    element("finals").scrollTop = element("finals").scrollHeight;
  }

  // A screen that everybody sees keeps nobody's words for long.
  function forget(words) {
    setTimeout(() => words.remove(), mostMinutes * 60_000);
  }

  function takeBack(text) {
    [...element("finals").children].findLast((line) => line.textContent === text)?.remove();
  }

  function note(text, words) {
    const item = document.createElement("li");
    const time = document.createElement("time");
    time.textContent = new Date().toLocaleTimeString();
    item.append(time, ` ${text}`);
    if (words) {
      const heard = document.createElement("span");
      heard.className = "heard";
      heard.textContent = ` (“${words}”)`;
      item.append(heard);
      forget(heard);
    }
    element("history").prepend(item);
    while (element("history").childElementCount > mostLines) element("history").lastElementChild.remove();
    show("nothing", false);
  }

  function setOutputs(outputs) {
    show("outputs-section", outputs.length > 0);
    // The same elements again, or whoever stands on one would lose it.
    const isSame = [...element("outputs").children].map((item) => item.dataset.name).join("\n")
      === outputs.map(({ name }) => name).join("\n") && element("outputs").dataset.switches === `${allows.output}`;
    if (!isSame) {
      element("outputs").dataset.switches = allows.output;
      element("outputs").replaceChildren(...outputs.map(({ name }) => {
        const item = document.createElement("li");
        item.dataset.name = name;
        const control = document.createElement(allows.output ? "button" : "span");
        if (allows.output) {
          control.type = "button";
          // What is shown is what is changed: another page may have done it, or a second tap.
          control.onclick = () => ask("output", { name, set: control.getAttribute("aria-pressed") !== "true" });
        }
        item.append(control);
        return item;
      }));
    }
    for (const { name, on } of outputs) setOutput(name, on);
  }

  function setOutput(name, isOn) {
    const item = [...element("outputs").children].find((item) => item.dataset.name === name);
    if (!item) return;
    item.firstChild.textContent = `${name}: ${isOn === undefined ? "does not obey" : isOn ? "on" : "off"}`;
    if (allows.output) item.firstChild.setAttribute("aria-pressed", isOn === true);
  }

  function setMute(isMuted) { element("mute").setAttribute("aria-pressed", isMuted); }

  // --- What happens -------------------------------------------------------------------------------------------------

  function adopt(event) {
    allows = event.allows;
    settle({ ofConnection: true });
    show("hold", allows.press);
    show("mute", allows.mute);
    show("clear", allows.words);
    show("no-words", !allows.words);
    setState(event.status.state);
    setMute(event.status.muted);
    setMicrophone(event.status.microphone);
    setLevel(event.status.microphone.level);
    setOutputs(event.status.outputs);
  }

  document.addEventListener("earshot", ({ detail: event }) => {
    switch (event.event) {
      case "status": adopt(event); break;
      case "state":
        if (event.state === "recording") settle();
        setState(event.state);
        break;
      case "level": setLevel(event.level); break;
      case "limit": setRemaining(event.remaining); break;
      case "final": if (event.text) add(event.text); break;
      case "retracted": takeBack(event.text); break;
      case "output": setOutput(event.name, event.on); break;
      case "availability": setMicrophone(event); break;
      case "command": note(`Done: ${event.name}`, event.text); break;
      case "rejected":
        // Words that noise was taken for are nobody's.
        note(`Refused: ${reasons[event.reason] ?? event.reason}`, event.reason === "no-speech" ? "" : event.text);
        break;
      case "warning": note(event.message); break;
      case "missed": note("What was said or done while this page was not connected is missing here"); break;
      case "failure": tell(`Not done: ${event.reason}`); break;
      case "away":
        setState("away");
        setLevel(undefined);
        tell(`Not connected: ${event.reason}`, { ofConnection: true });
        break;
    }
  });

  element("mute").onclick = () => ask(element("mute").getAttribute("aria-pressed") === "true" ? "unmute" : "mute");
  element("clear").onclick = () => {
    element("finals").replaceChildren();
    document.querySelectorAll("#history .heard").forEach((heard) => heard.remove());
  };
})();
