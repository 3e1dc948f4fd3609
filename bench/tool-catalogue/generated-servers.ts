import { type CatalogueTool, parametersSchema } from "./catalogue-tool.ts";

/** What servers of a field deal with. Many of these stand in the written servers, too: near misses on purpose. */
const fields: Readonly<Record<string, string>> = {
  forge:
    "issue, pull request, branch, commit, release, repository, webhook, milestone, label, deploy key, runner, workflow run, code owner, gist",
  chat: "message, channel, thread, reaction, direct message, emoji, user group, bot, reminder, pinned message, status, call",
  mail: "email, draft, label, filter, attachment, signature, mailbox, alias, contact group, newsletter, thread, spam report",
  calendar:
    "event, calendar, attendee, reminder, availability, room booking, recurring event, time zone, invitation, working hours",
  tracker:
    "ticket, sprint, epic, board, backlog, worklog, story, component, version, watcher, dependency, custom field",
  documents:
    "page, document, folder, comment, template, space, block, table, database, attachment, revision, permission",
  database:
    "table, index, view, row, schema, query, backup, migration, role, connection, stored procedure, replica",
  payments:
    "invoice, customer, refund, subscription, payment link, coupon, dispute, payout, tax rate, price, checkout session, receipt",
  cloud:
    "bucket, object, instance, volume, load balancer, function, queue, topic, secret, role, policy, log group, DNS record, certificate",
  cluster:
    "pod, deployment, service, ingress, config map, node, namespace, job, cron job, volume claim, chart release",
  observability:
    "dashboard, alert rule, silence, metric, log entry, trace, incident, on-call schedule, status page, service level, annotation",
  browser:
    "page, tab, screenshot, form, cookie, download, element, network request, console message, session",
  geography:
    "address, place, route, map tile, boundary, elevation, travel time, parking spot, charging station, transit line",
  weather:
    "forecast, weather alert, air quality report, radar image, tide table, pollen report, climate record, storm track",
  music:
    "track, album, artist, playlist, queue, podcast, lyrics, concert, radio station, playback device",
  home: "light, thermostat, lock, camera, blind, vacuum, scene, sensor, speaker, alarm, automation, appliance",
  shop: "product, order, discount code, fulfillment, inventory level, cart, collection, return request, gift card, supplier, review, shipping label",
  sales:
    "contact, company, deal, pipeline, lead, quote, task, meeting note, campaign, territory, call log",
  design:
    "design file, component, layer, style, comment, prototype, asset, color variable, export, team library",
  meetings:
    "meeting, recording, transcript, participant, poll, webinar, breakout room, chat message, registration",
  research:
    "paper, citation, author, dataset, preprint, review, grant, journal, experiment, protocol",
  finance:
    "stock quote, portfolio, trade, exchange rate, dividend, filing, earnings report, option chain, fund, bank account, budget",
  telephony:
    "phone number, call, text message, voicemail, contact list, call queue, recording, fax",
  people:
    "time off request, payslip, employee, job requisition, candidate, interview, expense report, timesheet, benefit plan, performance review",
  travel:
    "flight, hotel room, rental car, train ticket, itinerary, seat, boarding pass, lounge pass, travel insurance, visa",
  media:
    "image, video, audio clip, subtitle, voice, caption, thumbnail, effect, transcription, slideshow",
  health:
    "patient, appointment, prescription, lab result, allergy, immunization, care plan, referral, claim, vital sign",
  learning:
    "course, lesson, quiz, assignment, grade, student, enrollment, certificate, rubric, discussion",
  logistics:
    "shipment, package, pallet, warehouse, driver, delivery route, customs declaration, carrier rate, dock slot",
  law: "contract, clause, case, court filing, signature request, matter, trademark, deadline",
  farming:
    "field, crop, soil sample, irrigation plan, harvest, tractor, seed order, livestock record",
  games: "player, match, leaderboard, achievement, inventory item, guild, quest, lobby",
};

interface Verb {
  readonly name: string;
  /** `@` is the thing, `@s` several of it, `%` the server. */
  readonly texts: readonly string[];
  readonly parameters: readonly string[];
}

const verbs: readonly Verb[] = [
  {
    name: "create_@",
    texts: ["Create a new @", "Creates a @ in %", "Add a @ with the given properties"],
    parameters: ["name", "description", "parent_id"],
  },
  {
    name: "get_@",
    texts: ["Get a @ by its ID", "Retrieve details of a specific @", "Fetch one @ from %"],
    parameters: ["id", "fields"],
  },
  {
    name: "list_@s",
    texts: ["List all @s", "Returns a paginated list of @s", "List @s in % with optional filters"],
    parameters: ["limit", "cursor", "filter"],
  },
  {
    name: "update_@",
    texts: [
      "Update an existing @",
      "Modify properties of a @",
      "Changes a @ in %. Only the given fields are changed",
    ],
    parameters: ["id", "name", "description"],
  },
  {
    name: "delete_@",
    texts: [
      "Delete a @",
      "Permanently removes a @ from %",
      "Delete a @ by ID. This can't be undone",
    ],
    parameters: ["id"],
  },
  {
    name: "search_@s",
    texts: ["Search @s by text", "Full-text search over @s in %", "Find @s matching a query"],
    parameters: ["query", "limit"],
  },
  {
    name: "archive_@",
    texts: ["Archive a @", "Archives a @ so that it is hidden from lists"],
    parameters: ["id"],
  },
  {
    name: "share_@",
    texts: ["Share a @ with other users", "Give somebody access to a @ in %"],
    parameters: ["id", "email", "role"],
  },
  {
    name: "export_@s",
    texts: ["Export @s as CSV or JSON", "Download @s from %"],
    parameters: ["format", "filter"],
  },
  {
    name: "duplicate_@",
    texts: ["Duplicate a @", "Make a copy of a @ under a new name"],
    parameters: ["id", "name"],
  },
  {
    name: "get_@_history",
    texts: ["Get the change history of a @", "List who changed a @ and when"],
    parameters: ["id", "since"],
  },
  {
    name: "add_@_comment",
    texts: ["Comment on a @", "Adds a comment to a @ in %"],
    parameters: ["id", "text"],
  },
  {
    name: "assign_@",
    texts: ["Assign a @ to a user", "Set the owner of a @"],
    parameters: ["id", "user_id"],
  },
  {
    name: "bulk_update_@s",
    texts: ["Update many @s at once", "Apply the same change to several @s"],
    parameters: ["ids", "changes"],
  },
  {
    name: "watch_@",
    texts: ["Subscribe to changes of a @", "Get notified when a @ changes"],
    parameters: ["id", "url"],
  },
  {
    name: "count_@s",
    texts: ["Count @s", "Number of @s in % that match a filter"],
    parameters: ["filter"],
  },
];

const beginnings =
  "acme, blue, cedar, delta, ever, fleet, globe, hyper, iron, jade, kite, lumen, metro, north, omni, pixel, quick, river, solar, terra, ultra, velo, wave, xeno, zen".split(
    ", ",
  );
const endings =
  "base, cloud, desk, flow, grid, hub, kit, link, mind, point, stack, works, ly, io".split(", ");

/**
 * So many tools of made-up servers, always the same: each server takes some of what its field deals
 * with and some verbs, one way of writing names and its own wording. Servers of one field differ
 * little, as those of rivals do.
 */
export function makeServers(count: number): readonly CatalogueTool[] {
  const tools: CatalogueTool[] = [];
  const random = createRandom(20_261_122);
  const fieldNames = Object.keys(fields);
  for (let index = 0; tools.length < count; index += 1) {
    const field = fieldNames[index % fieldNames.length] ?? "";
    const server = `${beginnings[index % beginnings.length]}${endings[Math.floor(index / beginnings.length) % endings.length]}`;
    const things = pick((fields[field] ?? "").split(", "), 4 + Math.floor(random() * 4), random);
    const chosen = pick(verbs, 5 + Math.floor(random() * 5), random);
    const style = styles[Math.floor(random() * styles.length)] ?? "snake";
    for (const thing of things) {
      for (const verb of chosen) tools.push(toolOf(verb, thing, { server, style, random }));
    }
  }
  return tools.slice(0, count);
}

const styles = ["snake", "snake", "kebab", "camel"] as const;
type Style = (typeof styles)[number];

interface Manner {
  readonly server: string;
  readonly style: Style;
  readonly random: () => number;
}

function toolOf(
  { name, texts, parameters }: Verb,
  thing: string,
  { server, style, random }: Manner,
): CatalogueTool {
  const words = name
    .replaceAll("@", thing)
    .replaceAll(/[\s-]+/g, "_")
    .toLowerCase();
  const text = texts[Math.floor(random() * texts.length)] ?? "";
  return {
    server,
    name: written(words, style),
    description: text.replaceAll("@", thing).replaceAll("%", server),
    inputSchema: parametersSchema(
      parameters.map((each) => (each === "id" ? `${thing.replaceAll(/\W/g, "_")}_id` : each)),
    ),
  };
}

function written(words: string, style: Style): string {
  if (style === "kebab") return words.replaceAll("_", "-");
  if (style === "snake") return words;
  return words.replaceAll(/_+(.)/g, (_match, letter: string) => letter.toUpperCase());
}

function pick<Item>(items: readonly Item[], count: number, random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ item }) => item);
}

/** Source: mulberry32 by T. Ettinger, public domain. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
