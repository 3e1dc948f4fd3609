import { currentContext, observe } from "./observation.ts";
import { findCallSite } from "./stack-frame.ts";

/** Observes a tool's reads of `process.env`; ignores Node's own reads to start a program. */
export function watchProcessEnvironment(): void {
  const environment = process.env;
  process.env = new Proxy(environment, {
    get(target, name) {
      if (typeof name === "string") note(name, true);
      return Reflect.get(target, name) as unknown;
    },
    has(target, name) {
      if (typeof name === "string") note(name, false);
      return Reflect.has(target, name);
    },
    ownKeys(target) {
      note("*", false);
      return Reflect.ownKeys(target);
    },
  });
}

function note(variable: string, value: boolean): void {
  if (currentContext() === undefined || findCallSite().isNode) return;
  observe({ type: "environment", variable, value, via: "process.env" });
}
