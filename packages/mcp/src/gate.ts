// For hosts that let the person decide about servers and their tools
export { createPins, type FilePins, type PinsOptions } from "./pins/create-pins.ts";
export {
  createEffectMappings,
  type EffectMappingsOptions,
  type MappingSource,
  type ReadMappings,
} from "./effects/create-effect-mappings.ts";
