// Takes dictated text into the form of a page, from the bridge that this script was loaded from:
//
//     <input data-earshot>                                    the text goes where the cursor was last, or into the first of these
//     <button type="button" data-earshot-hold>Speak</button>  held as the talk button, where 'press: on' allows it
//     <output data-earshot-partial></output>                  the words so far; without one, an empty field shows them in grey
//     <script src="http://127.0.0.1:8027/earshot.js" defer></script>
//
// While it is there, <html> has data-earshot-state: 'away', or as the appliance says ('idle', 'recording', …). Each event is an
// 'earshot' event of the document, too, and window.earshot.request("mute") asks for something.
(() => {
  "use strict";
  // A page that runs its scripts again would write every text twice.
  if (window.earshot?.request) return;
  const base = new URL(document.currentScript.src).origin;
  const written = [];
  const changed = new Set();
  // The field where the cursor was last, and the one where it was when what is being said began.
  let current = null;
  let spoken = null;
  // Whether some of what is being said found no room there: what follows would stand behind a hole.
  let isCut = false;
  // The field in which somebody composes, as with an input method, and the texts for it: written meanwhile, they would double that.
  let composed = null;
  let waiting = [];
  let partial = null;
  let stream = null;
  let hold = null;
  // The last of its requests, which could overtake each other; whether the button is pressed after it.
  let talk = Promise.resolve(false);

  // --- The field ----------------------------------------------------------------------------------------------------

  const textTypes = ["text", "search", "url", "tel", "email", "password"];
  const holdsText = (field) =>
    field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && textTypes.includes(field.type));
  // Nobody would find what stands in a step or a tab that is not shown.
  const isShown = (field) => field.getClientRects().length > 0 && getComputedStyle(field).visibility === "visible";
  const isUsable = (field) =>
    field && holdsText(field) && field.isConnected && !field.matches(":disabled") && !field.readOnly && isShown(field);

  // Also into open shadow roots, out of which no event tells that the cursor has moved within one.
  function lookForCursor() {
    let target = document.activeElement;
    while (target?.shadowRoot?.activeElement) target = target.shadowRoot.activeElement;
    if (target?.matches("[data-earshot]") && holdsText(target)) current = target;
  }

  function field() {
    lookForCursor();
    return isUsable(current) ? current : [...document.querySelectorAll("[data-earshot]")].find(isUsable) ?? null;
  }

  // Words are for the field where they were said, though the cursor moves on while they are worked out.
  const destination = () => isUsable(spoken) ? spoken : field();

  document.addEventListener("focusin", lookForCursor);
  // The one that is left, which may be within a shadow root.
  document.addEventListener("focusout", (event) => {
    const [target] = event.composedPath();
    if (target.matches?.("[data-earshot]") && holdsText(target)) current = target;
  });
  // A field may have the cursor before this script runs.
  lookForCursor();

  // Frameworks keep a value of their own, and look for the prototype's setter and an event.
  function setValue(target, value) {
    const { selectionStart, selectionEnd, selectionDirection } = target;
    const isAmidst =
      target.getRootNode().activeElement === target && selectionStart !== null && selectionStart < target.value.length;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), "value").set.call(target, value);
    // Somebody corrects there meanwhile.
    if (isAmidst) target.setSelectionRange(selectionStart, selectionEnd, selectionDirection);
    target.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    changed.add(target);
  }

  // What somebody types is a change once the cursor leaves; what somebody says, once it is over, with all its pieces.
  function commit() {
    for (const target of changed) target.dispatchEvent(new Event("change", { bubbles: true }));
    changed.clear();
  }

  // To the end of a word: browsers hold what is typed to 'maxlength', and not what a script writes.
  function fitting(text, room) {
    if (text.length <= room) return text;
    const end = text.slice(0, Math.max(0, room) + 1).search(/\s\S*$/);
    return text.slice(0, Math.max(0, end)).trimEnd();
  }

  // Nobody speaks to a page that cannot be seen.
  function write(text, target = document.hidden ? null : destination()) {
    showPartial("");
    if (!text) return;
    if (composed && !composed.isConnected) endComposition();
    if (target && target === composed) {
      waiting.push({ text, target });
      return;
    }
    if (!target) {
      remember({ text });
      // A page without such a field shows the events as it likes.
      const isForm = current ?? document.querySelector("[data-earshot]");
      if (isForm && !document.hidden) tellFailure(new Error("no field with data-earshot can take the text"));
      return;
    }
    // A field of one line would glue the lines together.
    const line = target instanceof HTMLTextAreaElement ? text : text.replace(/\s*\n\s*/g, " ");
    const before = target.value;
    // A mark that was dictated after a pause stands right behind the word before it.
    const gap = /[^\s([{/“‘]$/.test(before) && /^[^\s,.;:?!)\]}%/”’]/.test(line) ? " " : "";
    const whole = gap + line;
    const room = isCut ? 0 : target.maxLength - before.length;
    const fit = target.maxLength < 0 ? whole : fitting(whole, room);
    if (fit) setValue(target, before + fit);
    remember({ target, text, before, after: target.value });
    const rest = whole.slice(fit.length).trim();
    isCut = rest !== "";
    if (isCut) tellFailure(new Error(`the field takes ${target.maxLength} characters at most; left out: “${rest}”`));
  }

  function remember(entry) {
    written.push(entry);
    if (written.length > 20) written.shift();
  }

  // What somebody has changed meanwhile stays as it is.
  function takeBack(text) {
    const unwritten = waiting.map((entry) => entry.text).lastIndexOf(text);
    if (unwritten >= 0) {
      waiting.splice(unwritten, 1);
      return;
    }
    const index = written.map((entry) => entry.text).lastIndexOf(text);
    if (index < 0) return;
    const [{ target, before, after }] = written.splice(index, 1);
    if (target && before !== after && target.value === after) setValue(target, before);
  }

  document.addEventListener("compositionstart", (event) => { [composed] = event.composedPath(); });
  document.addEventListener("compositionend", endComposition);

  // Also where the field has gone meanwhile: of that no event tells.
  function endComposition() {
    composed = null;
    const texts = waiting;
    waiting = [];
    for (const { text, target } of texts) write(text, isUsable(target) ? target : undefined);
    if (isUnderway()) return;
    commit();
    isCut = false;
  }

  function showPartial(text) {
    for (const element of document.querySelectorAll("[data-earshot-partial]")) element.textContent = text;
    if (partial) partial.target.placeholder = partial.placeholder;
    partial = null;
    const target = text && !document.querySelector("[data-earshot-partial]") ? destination() : null;
    if (!target) return;
    partial = { target, placeholder: target.placeholder };
    target.placeholder = text;
  }

  // --- The bridge ---------------------------------------------------------------------------------------------------

  // Longer than the bridge takes for any answer: what it did after it was given up, a press for one, nobody would end.
  const patience = () => AbortSignal.timeout(12_000);

  async function request(name, more, signal = patience()) {
    const answer = await fetch(base + "/request", {
      method: "POST",
      // What is asked as the page is left is done, but for a press, which nobody would end. One that is kept alive so cannot be given up.
      keepalive: name !== "press",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ request: name, stream, ...more }),
      signal,
    }).catch((error) => {
      // A browser lets six requests to one address be open at a time, and each page that follows has one for good.
      throw signal.aborted ? new Error("earshot-web does not answer; close other pages that follow it in this browser") : error;
    });
    const reply = await answer.json();
    if (!reply.ok) throw new Error(reply.error);
    return reply;
  }

  const { dataset } = document.documentElement;
  // The words so far are of what is recorded, and then decided on. With any other state that is over, with a text or without.
  const isUnderway = () => ["recording", "deciding"].includes(dataset.earshotState);

  function setState(state) {
    if (state === dataset.earshotState) return;
    dataset.earshotState = state;
    if (state !== "deciding") showPartial("");
    if (state === "recording") {
      spoken = field();
      // One that was cancelled, or broke off, has no last text.
      isCut = false;
    }
    if (isUnderway()) return;
    commit();
    spoken = null;
  }

  // How the appliance is, by the newest events that say so.
  let known = {};

  function follow(event) {
    switch (event.event) {
      case "hello": stream = event.stream; forgetPress(); break;
      case "status": known = { status: event }; setState(event.status.state); break;
      case "state": known.state = event; setState(event.state); break;
      case "away": known = { away: event }; setState("away"); forgetPress(); break;
      case "partial": showPartial(event.text); break;
      case "final":
        write(event.text);
        if (event.more) break;
        commit();
        isCut = false;
        break;
      // Of commands, which stand in no form.
      case "heard": case "rejected": showPartial(""); break;
      case "retracted":
        takeBack(event.text);
        if (!isUnderway()) commit();
        break;
    }
  }

  function tell(event) {
    document.dispatchEvent(new CustomEvent("earshot", { detail: event }));
  }

  function tellFailure(error) {
    tell({ event: "failure", reason: error.message });
  }

  // Whatever becomes of the field, the page is told.
  function take(event) {
    try {
      follow(event);
    } finally {
      tell(event);
    }
  }

  let source = null;
  // How far this page is, by the bridge's count.
  let place = "";
  function connect() {
    if (source && source.readyState !== EventSource.CLOSED) return;
    source = new EventSource(base + "/events");
    // A browser that comes back by itself says that, and is told what was missed; a new source does not.
    let before = place;
    source.onmessage = ({ data, lastEventId }) => {
      const isMissing = before !== "" && lastEventId !== before;
      before = "";
      place = lastEventId;
      take(JSON.parse(data));
      if (isMissing) take({ event: "missed" });
    };
    source.onerror = () => {
      // After an error that has a status, as of a server between that waits for earshot-web, a browser does not come back by itself.
      const isRefused = source.readyState === EventSource.CLOSED;
      if (isRefused) setTimeout(connect, 5000);
      take({
        event: "away",
        reason: isRefused
          ? "earshot-web does not let this page read, or not yet; is it under 'origins:'?" : "earshot-web is not there",
      });
      if (isRefused) askWhy();
    };
  }

  // What is said while the page is left, or frozen, would be told to it later, and stand in its form.
  function disconnect() {
    source?.close();
    take({ event: "away", reason: "this page was left" });
  }
  window.addEventListener("pagehide", disconnect);
  window.addEventListener("pageshow", ({ persisted }) => { if (persisted) connect(); });
  document.addEventListener("freeze", disconnect);
  document.addEventListener("resume", connect);

  // An EventSource does not tell what it was answered. A page that may not read is not told by this either.
  async function askWhy() {
    const end = new AbortController();
    try {
      const answer = await fetch(base + "/events", { headers: { Accept: "text/event-stream" }, signal: end.signal });
      if (answer.ok) return;
      const { error } = await answer.json();
      if (error) take({ event: "away", reason: error });
    } catch {
      // What was told stays.
    } finally {
      end.abort();
    }
  }

  // Not before the page's other scripts have run: what they listen for, how the appliance is, is told only when it changes. One that
  // does not come, as without a network, keeps nobody from speaking meanwhile; those after it are told how the appliance is.
  dataset.earshotState = "away";
  const early = setTimeout(connect, 3000);
  let isReady = false;
  function begin() {
    if (isReady) return;
    isReady = true;
    clearTimeout(early);
    if (source) Object.values(known).forEach(tell); else connect();
  }

  if (document.readyState === "complete") begin();
  document.addEventListener("DOMContentLoaded", begin);
  window.addEventListener("load", begin);

  // --- The button ---------------------------------------------------------------------------------------------------

  // A hold is a pointer's, a key's, or that of a click, which holds until the next one.
  function press(button, { key, pointer } = {}) {
    if (hold) return;
    const mine = hold = { button, key, pointer };
    button.setAttribute("aria-pressed", "true");
    // From now on, though it waits behind others: one that does not get through is not made up for later.
    const signal = patience();
    talk = talk.then(() => request("press", {}, signal)).then(() => true, (error) => {
      if (hold === mine) unmark();
      tellFailure(error);
      return false;
    });
  }

  function unmark() {
    hold.button.setAttribute("aria-pressed", "false");
    hold = null;
  }

  function release() {
    if (!hold) return;
    unmark();
    talk = talk.then((isPressed) => isPressed && request("release")).catch(tellFailure).then(() => false);
  }

  // The bridge lets go of the button when this page's stream ends.
  function forgetPress() {
    if (hold) unmark();
    talk = Promise.resolve(false);
  }

  const button = (event) => event.target.closest?.("[data-earshot-hold]");

  // A finger that drifts while it holds would scroll the page, which ends the hold, or select the button's words.
  function still(each) {
    each.style.touchAction = each.style.userSelect = "none";
  }
  document.querySelectorAll("[data-earshot-hold]").forEach(still);
  document.addEventListener("pointerover", (event) => { if (button(event)) still(button(event)); });
  const isKey = (event) => event.key === " " || event.key === "Enter";

  // Without a type it would send the form that it is in, and the browser would click the first such button for an Enter in a field.
  function giveTypes() {
    for (const each of document.querySelectorAll("button[data-earshot-hold]:not([type])")) each.type = "button";
  }
  giveTypes();
  // One may have come to the page since.
  document.addEventListener("keydown", (event) => { if (event.key === "Enter") giveTypes(); }, true);

  document.addEventListener("pointerdown", (event) => {
    if (!button(event) || event.button !== 0) return;
    const isOfClick = hold && hold.pointer === undefined && hold.key === undefined;
    if (isOfClick) release(); else press(button(event), { pointer: event.pointerId });
  });
  // Another finger, which touches something else meanwhile, ends nothing.
  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, (event) => { if (hold?.pointer === event.pointerId) release(); });
  }
  document.addEventListener("keydown", (event) => {
    if (!button(event) || !isKey(event)) return;
    event.preventDefault();
    if (!event.repeat) press(button(event), { key: event.key });
  });
  // Wherever Tab has taken the cursor meanwhile.
  document.addEventListener("keyup", (event) => {
    if (button(event) && isKey(event)) event.preventDefault();
    if (hold?.key === event.key) release();
  });
  document.addEventListener("click", (event) => {
    if (!button(event)) return;
    // A button that came to the page later would send its form, before there is a text.
    event.preventDefault();
    // A screen reader or a switch clicks without holding: once to begin, once to end.
    if (event.detail === 0) hold ? release() : press(button(event));
  });
  document.addEventListener("contextmenu", (event) => { if (button(event)) event.preventDefault(); });
  window.addEventListener("blur", release);

  window.earshot = { request: (name, more) => request(name, more) };
})();
