// For those who put a person's word between a session and its servers
export { createPins, type FilePins, type PinsOptions } from "./pins/create-pins.ts";
export {
  createEffectMappings,
  type EffectMappingsOptions,
  type MappingSource,
  type ReadMappings,
} from "./effects/create-effect-mappings.ts";
