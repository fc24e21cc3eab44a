/** What the palette lists: commands, settings, architectures, models, folders, sections and files. */
import type { Results } from '../../shared/ipc/contract';
import type { Inspection } from '../../shared/ipc/inspection/inspection';
import type { App } from '../context';
import type { Searchable } from '../model/palette/search';
import type { Row } from '../model/sections/row';
import type { Shown } from '../stores/inspection';
import { commands, type Command } from './commands';
import { synonyms } from './synonyms';

export interface PaletteEntry extends Searchable {
  readonly id: string;
  readonly note: string;
  run(): void;
}

/** What the main process lists when the palette opens. */
export interface PaletteLists {
  readonly models: Results['models:list'];
  readonly examples: Results['workspace:examples'];
  readonly recent: Results['workspace:recent'];
}

export const noLists: PaletteLists = { models: [], examples: [], recent: [] };

export function paletteEntries(app: App, shown: Shown | null, lists: PaletteLists): readonly PaletteEntry[] {
  const inspection = shown?.inspection;
  return [
    ...byGroup(commands(app))
      .filter(({ id }) => id !== 'palette')
      .map((command) => ofCommand(command)),
    ...(inspection === undefined
      ? []
      : [...settingEntries(app, inspection), ...architectureEntries(app, inspection), ...modelEntries(app, lists)]),
    ...folderEntries(app, lists, inspection?.workspace),
    ...nested(shown?.rows ?? [], '').map(({ row, title }): PaletteEntry => ({
      id: `section:${row.key}`,
      title: `Section: ${title}`,
      note: row.tier ?? '',
      run: () => app.actions.selectRow(row),
    })),
    ...(inspection?.sources ?? []).map((source): PaletteEntry => ({
      id: `file:${source.id}`,
      title: `File: ${source.id}`,
      note: source.exists ? '' : 'missing',
      run: () => void app.actions.openSource(source.id),
    })),
  ];
}

function ofCommand(command: Command): PaletteEntry {
  return {
    id: `command:${command.id}`,
    title: `${command.group}: ${command.title}`,
    also: synonyms[command.id] ?? '',
    note: command.shortcut ?? '',
    run: () => command.run(),
  };
}

/** A toggle is one entry, a choice one per value; other settings lead to their field. */
function settingEntries({ actions }: App, { specs, controls }: Inspection): readonly PaletteEntry[] {
  return specs.flatMap((spec): readonly PaletteEntry[] => {
    const control = controls.find(({ name }) => name === spec.name);
    const value = control?.value ?? spec.default ?? null;
    const entry = (key: string, title: string, note: string, run: () => void): PaletteEntry => ({
      id: `setting:${spec.name}:${key}`,
      title: `Setting: ${spec.label}${title}`,
      also: `settings options ${spec.name} ${spec.help}`,
      note,
      run,
    });
    if (spec.kind === 'toggle')
      return [
        entry('', value === true ? ': turn off' : ': turn on', value === true ? 'on' : 'off', () => {
          void actions.setSetting(spec.name, value !== true);
        }),
      ];
    const choices = control?.choices ?? spec.values?.map((each) => ({ value: each, label: each }));
    if (spec.kind === 'choice' && choices !== undefined)
      return choices.map((choice) =>
        entry(choice.value, `: ${choice.label}`, choice.value === value ? 'now' : '', () => {
          void actions.setSetting(spec.name, choice.value);
        }),
      );
    return [entry('', '…', '', openSettings)];
  });
}

/** The button of all settings in the top bar. */
function openSettings(): void {
  document.querySelector<HTMLElement>('[data-focus="settings"]')?.click();
}

function architectureEntries({ actions }: App, inspection: Inspection): readonly PaletteEntry[] {
  return inspection.architectures.map((each): PaletteEntry => ({
    id: `architecture:${each.id}`,
    title: `${each.kind === 'agent' ? 'Agent' : 'Design'}: ${each.title}`,
    also: `${each.id} architecture layout agent design`,
    note: each.id === inspection.architecture ? 'now' : each.detected ? 'found here' : '',
    run: () => void actions.configure({ architecture: each.id }),
  }));
}

function modelEntries({ actions, inspection }: App, { models }: PaletteLists): readonly PaletteEntry[] {
  const now = inspection.store.getState().shown?.inspection.modelId;
  return models.map((model): PaletteEntry => ({
    id: `model:${model.id}`,
    title: `Model: ${model.label}`,
    also: `${model.id} ${model.provider} tokenizer price`,
    note: model.id === now ? 'now' : model.provider,
    run: () => void actions.configure({ model: model.id }),
  }));
}

function folderEntries(
  { actions }: App,
  { examples, recent }: PaletteLists,
  open: string | undefined,
): readonly PaletteEntry[] {
  const entry = (group: string, title: string, path: string): PaletteEntry => ({
    id: `${group}:${path}`,
    title: `${group}: ${title}`,
    also: `open folder workspace ${group === 'Example' ? 'demo sample' : ''}`,
    note: path,
    run: () => void actions.openFolder(path),
  });
  return [
    ...recent.filter((path) => path !== open).map((path) => entry('Recent', nameOf(path), path)),
    ...examples.map(({ path, title }) => entry('Example', title, path)),
  ];
}

function nameOf(folder: string): string {
  return folder.split(/[/\\]/).filter(Boolean).at(-1) ?? folder;
}

/** Groups in the order of their first command. */
function byGroup(all: readonly Command[]): readonly Command[] {
  const groups = [...new Set(all.map(({ group }) => group))];
  return all.toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group));
}

/** Every section at any depth, with the names of its parents. Rows that only balance the sums are left out. */
function nested(rows: readonly Row[], above: string): readonly { readonly row: Row; readonly title: string }[] {
  return rows.flatMap((row) => {
    const title = above === '' ? row.name : `${above} › ${row.name}`;
    return row.node === null && row.children.length === 0 ? [] : [{ row, title }, ...nested(row.children, title)];
  });
}
