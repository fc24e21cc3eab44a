import { createContext, memo, useContext, type ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { Bridge } from '../../../shared/ipc/contract';
import { useApp, useView } from '../../context';
import type { Shown } from '../../stores/inspection';
import { panelTitles } from '../../model/panels/panel-words';
import { showsLoadMap } from '../../model/load-map';
import { panelNames, type PanelName } from '../../stores/view';
import { CachePanel } from '../cache/cache-panel';
import { CatalogPanel } from './catalog-panel';
import { ChangesPanel } from './changes-panel';
import { FindingsPanel } from './findings-panel';
import { HistoryPanel } from './history-panel';
import { LoadMapPanel } from './load-map-panel';
import { MessagesPanel } from './messages-panel';
import { PanelTools } from './panel-tools';
import { RecallPanel } from './recall-panel';
import { requestPanels } from '../requests/request-panels';
import { SessionsPanel } from '../captures/sessions-panel';
import { SizesPanel } from './sizes-panel';
import { TiersPanel } from '../tiers/tiers-panel';
import { ToolsPanel } from './tools-panel';
import { UsagePanel } from '../cache/usage/usage-panel';
import { panelsWords as words } from '../../words/panels/build';

export interface PanelEntry {
  readonly name: PanelName;
  readonly title: string;
  readonly content: () => ReactNode;
}

/** The panels that every prompt has, and those that its design adds. */
function entriesOf(shown: Shown, bridge: Bridge): readonly PanelEntry[] {
  const { inspection } = shown;
  const { recall, catalog, tiers, sizes } = inspection.panels;
  return [
    {
      name: 'findings',
      title: counted(panelTitles.findings, inspection.findings.length),
      content: () => <FindingsPanel inspection={inspection} />,
    },
    { name: 'cache', title: panelTitles.cache, content: () => <CachePanel shown={shown} /> },
    { name: 'usage', title: panelTitles.usage, content: () => <UsagePanel shown={shown} /> },
    { name: 'changes', title: panelTitles.changes, content: () => <ChangesPanel shown={shown} bridge={bridge} /> },
    {
      name: 'messages',
      title: counted(panelTitles.messages, inspection.document.messages.length),
      content: () => <MessagesPanel shown={shown} />,
    },
    {
      name: 'tools',
      title: counted(panelTitles.tools, inspection.document.tools.length),
      content: () => <ToolsPanel shown={shown} />,
    },
    ...(tiers === undefined
      ? []
      : [
          {
            name: 'tiers',
            title: panelTitles.tiers,
            content: () => <TiersPanel panel={tiers} inspection={inspection} />,
          } as const,
        ]),
    ...(recall === undefined
      ? []
      : [{ name: 'recall', title: panelTitles.recall, content: () => <RecallPanel recall={recall} /> } as const]),
    ...(catalog === undefined
      ? []
      : [
          {
            name: 'catalog',
            title: panelTitles.catalog,
            content: () => <CatalogPanel catalog={catalog} analysis={inspection.analysis} bridge={bridge} />,
          } as const,
        ]),
    ...(sizes === undefined
      ? []
      : [
          {
            name: 'sizes',
            title: panelTitles.sizes,
            content: () => <SizesPanel sizes={sizes} analysis={inspection.analysis} />,
          } as const,
        ]),
    ...(showsLoadMap(inspection)
      ? [
          {
            name: 'agents',
            title: panelTitles.agents,
            content: () => <LoadMapPanel shown={shown} bridge={bridge} />,
          } as const,
        ]
      : []),
    ...requestPanels(shown, bridge),
    { name: 'sessions', title: panelTitles.sessions, content: () => <SessionsPanel /> },
    { name: 'history', title: panelTitles.history, content: () => <HistoryPanel /> },
  ];
}

const Entries = createContext<readonly PanelEntry[]>([]);

/** The tabs are redrawn when a title changes. A build that changes only the open panel's content redraws only that. */
export function Panels({ shown, bridge }: { readonly shown: Shown; readonly bridge: Bridge }) {
  const entries = entriesOf(shown, bridge);
  return (
    <Entries.Provider value={entries}>
      <PanelTabs titles={entries.map(({ name, title }) => `${name}:${title}`).join('\n')} />
    </Entries.Provider>
  );
}

const PanelTabs = memo(function PanelTabs({ titles }: { readonly titles: string }) {
  const { view } = useApp();
  const wanted = useView((state) => state.panel);
  const entries = titles
    .split('\n')
    .map((line) => ({ name: line.slice(0, line.indexOf(':')), title: line.slice(line.indexOf(':') + 1) }));
  const selected = entries.some((entry) => entry.name === wanted) ? wanted : 'findings';
  return (
    <Tabs
      className="panels"
      data-tour="panels"
      selectedKey={selected}
      onSelectionChange={(key) => view.showPanel(panelNames.find((name) => name === key) ?? 'findings')}
    >
      <div className="panel-bar">
        <TabList className="panel-tabs" aria-label={words.panels}>
          {entries.map((entry) => (
            <Tab key={entry.name} id={entry.name} className="panel-tab">
              {entry.title}
            </Tab>
          ))}
        </TabList>
        <PanelTools panel={selected} />
      </div>
      {entries.map((entry) => (
        <TabPanel key={entry.name} id={entry.name} className="panel">
          {entry.name === selected ? <PanelContent name={entry.name} /> : null}
        </TabPanel>
      ))}
    </Tabs>
  );
});

function PanelContent({ name }: { readonly name: string }) {
  return (
    useContext(Entries)
      .find((entry) => entry.name === name)
      ?.content() ?? null
  );
}

function counted(title: string, count: number): string {
  return count === 0 ? title : `${title} ${count}`;
}
