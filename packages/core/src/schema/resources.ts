import {
  eachSubschema,
  isSchemaObject,
  isSubschema,
  ownField,
  type Subschema,
} from "./keywords.ts";
import { unescapePointer } from "./reference.ts";
import type { JsonSchema } from "./standard-schema.ts";

/** A part of a schema with its own address: the whole, and each inner schema with an `$id`. */
interface Resource {
  readonly root: JsonSchema;
  readonly parent: Resource | null;
  readonly address: string;
  /** Schemas by the names of their plain and dynamic anchors. */
  readonly anchors: Map<string, JsonSchema>;
  readonly dynamicAnchors: Map<string, JsonSchema>;
}

/** A base for relative `$id`s. Nothing is ever loaded from it. */
const baseAddress = "schema:///";

/**
 * The schemas inside a schema in its original form, in any dialect, and the targets of its references.
 *
 * Source: JSON Schema 2020-12, sections 8.2 and 9; drafts 4 to 7, section 8.
 */
export class SchemaResources {
  readonly #isOld: boolean;
  readonly #whole: Resource;
  readonly #byAddress = new Map<string, Resource>();
  readonly #resourceOf = new Map<JsonSchema, Resource>();

  /** `isOld`: a dialect up to draft-07, which ignores keywords beside a `$ref`. */
  constructor(root: JsonSchema, isOld: boolean) {
    this.#isOld = isOld;
    this.#whole = this.#addResource(root, null, addressIn(root["$id"] ?? root["id"], baseAddress));
    this.#visit(root, this.#whole);
  }

  /** All inner schemas, including those that `find` discovers during an iteration. */
  get schemas(): ReadonlyMap<JsonSchema, unknown> {
    return this.#resourceOf;
  }

  /** The target of a plain reference in `schema`; null when it is outside, undefined when there is none. */
  find(schema: JsonSchema, reference: string): Subschema | null | undefined {
    const within = this.#resourceOf.get(schema) ?? this.#whole;
    const [address = "", fragment = ""] = splitOnce(reference, "#");
    const resource = address === "" ? within : this.#resourceAt(address, within);
    if (resource === undefined) return null;
    if (fragment === "") return resource.root;
    if (fragment.startsWith("/")) return this.#atPointer(resource, fragment.slice(1));
    return resource.anchors.get(unescapePointer(fragment));
  }

  /**
   * The target of a dynamic reference. The outermost resource with its anchor counts, which is the root if it has the
   * anchor; otherwise it is treated as a plain reference.
   */
  findDynamic(schema: JsonSchema, reference: string): Subschema | null | undefined {
    const target = this.find(schema, reference);
    if (!isSchemaObject(target)) return target;
    const name = unescapePointer(splitOnce(reference, "#")[1] ?? "");
    const isDynamic = this.#resourceOf.get(target)?.dynamicAnchors.get(name) === target;
    return (isDynamic ? this.#whole.dynamicAnchors.get(name) : undefined) ?? target;
  }

  #addResource(root: JsonSchema, parent: Resource | null, address: string): Resource {
    const resource = {
      root,
      parent,
      address,
      anchors: new Map<string, JsonSchema>(),
      dynamicAnchors: new Map<string, JsonSchema>(),
    };
    if (!this.#byAddress.has(address)) this.#byAddress.set(address, resource);
    return resource;
  }

  #visit(schema: Subschema, within: Resource): void {
    if (typeof schema === "boolean" || this.#resourceOf.has(schema)) return;
    const resource = this.#resourceIn(schema, within);
    this.#resourceOf.set(schema, resource);
    eachWritten(schema, (child) => this.#visit(child, resource));
  }

  /** The resource of a schema, which is a new one if the schema has an `$id`. Registers its anchors. */
  #resourceIn(schema: JsonSchema, within: Resource): Resource {
    const id = this.#isOld && "$ref" in schema ? undefined : (schema["$id"] ?? this.#oldId(schema));
    const isAnchor = typeof id === "string" && id.startsWith("#");
    const isNew = typeof id === "string" && !isAnchor && schema !== this.#whole.root;
    const resource = isNew
      ? this.#addResource(schema, within, addressIn(id, within.address))
      : within;
    const { $anchor, $dynamicAnchor, $recursiveAnchor } = schema;
    // Drafts 6 and 7 wrote anchors as fragments.
    if (isAnchor) resource.anchors.set(id.slice(1), schema);
    if (typeof $anchor === "string") resource.anchors.set($anchor, schema);
    if (typeof $dynamicAnchor === "string") {
      resource.anchors.set($dynamicAnchor, schema);
      resource.dynamicAnchors.set($dynamicAnchor, schema);
    }
    if ($recursiveAnchor === true) resource.dynamicAnchors.set("", schema);
    return resource;
  }

  #oldId(schema: JsonSchema): unknown {
    return this.#isOld ? schema["id"] : undefined;
  }

  /** The nearest resource around, because generators repeat an `$id`; otherwise the first. */
  #resourceAt(reference: string, within: Resource): Resource | undefined {
    const address = addressIn(reference, within.address);
    for (let around: Resource | null = within; around !== null; around = around.parent) {
      if (around.address === address) return around;
    }
    return this.#byAddress.get(address);
  }

  /** RFC 6901, in a URI fragment. Also finds schemas outside keywords, such as `/components/schemas/Pet`. */
  #atPointer({ root }: Resource, pointer: string): Subschema | undefined {
    let target: unknown = root;
    let within: Resource = this.#resourceOf.get(root) ?? this.#whole;
    for (const part of pointer.split("/")) {
      target = ownField(target, unescapePointer(part));
      if (target === undefined) return undefined;
      if (isSchemaObject(target)) within = this.#resourceOf.get(target) ?? within;
    }
    if (!isSubschema(target)) return undefined;
    this.#visit(target, within);
    return target;
  }
}

/** Like `eachSubschema`, including keywords of earlier drafts. */
function eachWritten(schema: JsonSchema, visit: (child: Subschema) => void): void {
  eachSubschema(schema, visit);
  const { items, additionalItems, dependencies } = schema;
  const further = [
    ...(Array.isArray(items) ? (items as unknown[]) : []),
    additionalItems,
    ...(isSchemaObject(dependencies) ? Object.values(dependencies) : []),
  ];
  for (const child of further) if (isSubschema(child)) visit(child);
}

function addressIn(reference: unknown, base: string): string {
  if (typeof reference !== "string") return base;
  const [address = ""] = splitOnce(reference, "#");
  try {
    return new URL(address, base).href;
  } catch {
    // Not a URI: it is used as it is.
    return address;
  }
}

function splitOnce(text: string, separator: string): readonly string[] {
  const index = text.indexOf(separator);
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
