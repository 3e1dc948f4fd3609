export {
  readScript,
  scriptedModel,
  type ScriptedModelOptions,
  type ScriptedStep,
} from "./scripted-model.ts";
