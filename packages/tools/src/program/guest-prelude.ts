/**
 * The program that runs in an isolate before a model's own. It gets one function, `send(kind, ...texts)`, and returns
 * what the isolate calls. Only texts cross the border. Nothing here protects anything: a model's program may change all
 * that it finds, so whoever receives a text must expect anything in it.
 */
export const guestPrelude = `(function (send) {
  "use strict";
  const { parse, stringify } = JSON;
  const waiting = new Map();
  let made = 0;

  function request(kind, ...texts) {
    return new Promise((resolve, reject) => {
      made += 1;
      waiting.set(made, { resolve, reject });
      send(kind, ...texts);
    });
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
    settle(id, text) {
      const found = waiting.get(Number(id));
      if (found === undefined) return;
      waiting.delete(Number(id));
      const { value, error } = parse(text);
      if (error === undefined) found.resolve(value);
      else found.reject(errorOf(error));
    },
  };
})`;
