/**
 * An agent is rules and a frame. The rules, one folder an agent, say which files of a folder reach its requests, in
 * which order, wrapped and cut how, and where they land. The frame is the agent's own prompt: Strata ships none of it.
 */
import type { MessagePurpose, PromptNode, Role, Tier } from '../../document/types';
import type { Finding } from '../../sources/findings';
import type { SourceRequest } from '../../sources/types';
import type { AssembleInput, SettingSpec } from '../types';
import type { FrameRules } from './frame/types';
import type { Load } from './load';
import type { AgentName } from './names';

/** A part of the request that the rules make of files. Omitted nodes say what is left out and why. */
export interface Stretch {
  readonly key: string;
  readonly nodes: readonly PromptNode[];
}

export interface AgentReading {
  readonly stretches: readonly Stretch[];
  readonly loads: readonly Load[];
  readonly findings: readonly Finding[];
}

/** One message of the request: frames of the agent's own and stretches of ours, in order. */
export interface LayoutMessage {
  readonly id: string;
  readonly role: Role;
  readonly purpose: MessagePurpose;
  readonly parts: readonly LayoutPart[];
}

/** `stretch` is the key of a stretch. `block`: a content block of its own. */
export type LayoutPart =
  FramePart | { readonly stretch: string; readonly name: string; readonly tier?: Tier; readonly block?: true };

/** The agent's own text, named for people. */
export interface FramePart {
  readonly frame: string;
  /** Sent only if this stretch has text. */
  readonly with?: string;
  /** Sent only if this stretch has no text: it takes the frame's place. */
  readonly unless?: string;
  /** A tag or a separator: not worth a line as long as it is unknown. */
  readonly quiet?: true;
}

export interface AgentRules extends AgentName {
  /** The version the rules were measured with; undefined if they follow documentation. */
  readonly version: string | undefined;
  /** Patterns of files that show that the agent has something to read in a folder. The first is its own file. */
  readonly finds: readonly string[];
  readonly settings: readonly SettingSpec[];
  readonly layout: readonly LayoutMessage[];
  readonly frame: FrameRules;
  requests(input: AssembleInput): readonly SourceRequest[];
  read(input: AssembleInput): AgentReading;
}
