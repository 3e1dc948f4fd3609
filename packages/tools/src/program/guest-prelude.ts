/** Larger groups are divided, so that a group needs little memory beside what is in it. */
export const groupCharacters = 256 * 1024;

/**
 * The program that runs in an isolate before a model's own. It gets one function, `send(kind, ...texts)`, and returns
 * what the isolate calls. Only texts cross the border, and requests and answers cross it in groups, because each
 * crossing takes longer than a small request. Nothing here protects anything: a model's program may change all
 * that it finds, so whoever receives a text must expect anything in it.
 */
export const guestPrelude = `(function (send) {
  "use strict";
  const { parse, stringify } = JSON;
  const waiting = new Map();
  let made = 0;
  let group = [];
  let characters = 0;

  function request(kind, text, input = "") {
    return new Promise((resolve, reject) => {
      made += 1;
      waiting.set(made, { resolve, reject });
      group.push([kind, text, input]);
      characters += text.length + input.length;
      if (characters > ${groupCharacters}) flush();
    });
  }
  function flush() {
    if (group.length === 0) return;
    const text = stringify(group);
    group = [];
    characters = 0;
    send("requests", text);
  }
  function settle([id, { value, error }]) {
    const found = waiting.get(id);
    if (found === undefined) return;
    waiting.delete(id);
    if (error === undefined) found.resolve(value);
    else found.reject(errorOf(error));
  }
  async function call(name, input) {
    const text = stringify(input === undefined ? {} : input);
    return request("call", String(name), text === undefined ? "{}" : text);
  }
  function errorOf({ message, code, callId }) {
    const error = new Error(message);
    error.name = "ToolError";
    error.code = code;
    if (callId !== undefined) error.callId = callId;
    return error;
  }
  function shown(value) {
    if (typeof value === "string") return value;
    if (value instanceof Error) return String(value.stack ? value + "\\n" + value.stack : value);
    try {
      const text = stringify(value);
      return text === undefined ? String(value) : text;
    } catch {
      return String(value);
    }
  }
  function print(...values) {
    send("print", values.map(shown).join(" "));
  }
  function describe(thrown) {
    try {
      if (typeof thrown !== "object" || thrown === null) return stringify({ message: String(thrown) });
      const { name, message, stack, callId } = thrown;
      const text = (value) => (value === undefined ? undefined : String(value));
      const facts = { name: text(name), message: text(message), stack: text(stack), callId: text(callId) };
      return message === undefined ? stringify({ message: shown(thrown) }) : stringify(facts);
    } catch {
      return '{"message":"it threw a value that cannot be shown"}';
    }
  }
  function finish(value) {
    let text;
    try {
      text = stringify(value);
    } catch (error) {
      const why = describe(error);
      send("fail", stringify({ message: "The returned value can't be written as JSON: " + parse(why).message }));
      return;
    }
    send("end", text === undefined ? "" : text);
  }

  const methods = new Map();
  globalThis.tools = new Proxy(Object.create(null), {
    get(_, name) {
      // An awaited object must have no method of this name.
      if (typeof name !== "string" || name === "then") return undefined;
      if (!methods.has(name)) methods.set(name, (input) => call(name, input));
      return methods.get(name);
    },
  });
  globalThis.searchTools = (query) => request("search", String(query));
  globalThis.describeTool = (name) => request("describe", String(name));
  globalThis.print = print;
  globalThis.console = { log: print, info: print, warn: print, error: print, debug: print };

  return {
    run(program) {
      (async () => program())().then(finish, (error) => send("fail", describe(error)));
    },
    flush,
    settle(text) {
      for (const answer of parse(text)) settle(answer);
    },
  };
})`;
