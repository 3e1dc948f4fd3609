import {
  eachSubschema,
  isSchemaObject,
  isSubschema,
  ownField,
  type Subschema,
} from "./keywords.ts";
import { unescapePointer } from "./reference.ts";
import type { JsonSchema } from "./standard-schema.ts";

/** A part of a schema with an address of its own: the whole, and each schema inside that has an `$id`. */
interface Resource {
  readonly root: JsonSchema;
  readonly parent: Resource | null;
  readonly address: string;
  /** By the names of plain and dynamic anchors. */
  readonly anchors: Map<string, JsonSchema>;
  readonly dynamicAnchors: Map<string, JsonSchema>;
}

/** A relative `$id` needs a base, and nothing is ever loaded from there. */
const baseAddress = "schema:///";

/**
 * The schemas inside a schema as it was written, in any dialect, and what its references mean.
 *
 * Source: JSON Schema 2020-12, sections 8.2 and 9; drafts 4 to 7, section 8.
 */
export class SchemaResources {
  readonly #isOld: boolean;
  readonly #whole: Resource;
  readonly #byAddress = new Map<string, Resource>();
  readonly #resourceOf = new Map<JsonSchema, Resource>();

  /** `isOld`: of a dialect up to draft-07, in which nothing beside a `$ref` counts. */
  constructor(root: JsonSchema, isOld: boolean) {
    this.#isOld = isOld;
    this.#whole = this.#addResource(root, null, addressIn(root["$id"] ?? root["id"], baseAddress));
    this.#visit(root, this.#whole);
  }

  /** Every schema inside, and those that `find` comes upon, also while this is iterated. */
  get schemas(): ReadonlyMap<JsonSchema, unknown> {
    return this.#resourceOf;
  }

  /** What a plain reference in `schema` refers to; null outside of all, undefined for nothing. */
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
   * The same for a dynamic reference. Of all resources with its anchor the one that evaluation came through first
   * counts, and evaluation begins at the root; where the root has none, it is taken as a plain reference.
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

  /** The resource of a schema that stands in another's, with its anchors. */
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

  /** The nearest around, as generators write one `$id` several times; else the first. */
  #resourceAt(reference: string, within: Resource): Resource | undefined {
    const address = addressIn(reference, within.address);
    for (let around: Resource | null = within; around !== null; around = around.parent) {
      if (around.address === address) return around;
    }
    return this.#byAddress.get(address);
  }

  /** RFC 6901, in a URI fragment. Leads also to where no keyword holds schemas, as `/components/schemas/Pet`. */
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

/** As `eachSubschema`, and under the keywords of earlier drafts. */
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
    // No URI at all: it is its own name.
    return address;
  }
}

function splitOnce(text: string, separator: string): readonly string[] {
  const index = text.indexOf(separator);
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
