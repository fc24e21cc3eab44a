import { breakpoint } from '../../../shared/document/builders';
import type { CacheBreakpoint } from '../../../shared/document/types';
import type { App } from '../../context';
import { breakpointPlaces } from '../../model/cache/places';
import { planRuler } from '../../model/sections/ruler';
import type { Row } from '../../model/sections/row';
import type { Shown } from '../../stores/inspection';
import type { MenuEntry } from '../basics/context-menu';
import { withTriedBreakpoints } from '../cache/use-cache';
import { rowMenuWords as words } from '../../words/panes/sections';

/** What can be done with a row, in the order of use. */
export function rowMenu({ actions, view, cache }: App, row: Row, shown: Shown): readonly MenuEntry[] {
  const { node, missing, tier } = row;
  const isSent = node !== null && row.kind !== 'omitted';
  const noText = isSent ? '' : words.notInRequest;
  const reported = (work: Promise<void>): void => void work.catch(actions.report);
  return [
    {
      title: missing === undefined ? words.openSource : words.create(missing),
      disabled: node === null && missing === undefined ? words.fromNoFile : '',
      run: () => actions.openRow(row),
    },
    {
      title: words.copyText,
      disabled: noText,
      starts: true,
      run: () => {
        if (node !== null) reported(actions.copyNode(node));
      },
    },
    {
      title: words.copyAsMarkdown,
      disabled: noText,
      run: () => {
        if (node !== null) reported(actions.copy({ kind: 'node', id: node }, 'markdown'));
      },
    },
    { title: words.copyName, run: () => reported(actions.copyText(row.name, `“${row.name}”`)) },
    {
      title: words.compare,
      starts: true,
      run: () => view.compareInView(true),
    },
    ...(tier === null
      ? []
      : [
          { title: words.showOnly(tier), run: () => view.setFilter(tier) },
          {
            title: words.copyAllOf(tier),
            run: () => reported(actions.copy({ kind: 'tier', tier }, 'text')),
          },
        ]),
    breakpointEntry({ actions, cache }, row, shown),
  ];
}

function breakpointEntry({ actions, cache }: Pick<App, 'actions' | 'cache'>, row: Row, shown: Shown): MenuEntry {
  const { overlay, reply } = cache.store.getState();
  const { document } = withTriedBreakpoints(shown, overlay).inspection;
  const now: readonly CacheBreakpoint[] =
    document.breakpoints.length > 0 || overlay !== null ? document.breakpoints : (reply?.cost?.breakpoints ?? []);
  const isThere = now.some(({ after }) => after === row.node);
  const place = breakpointPlaces(document, planRuler(shown.rows)).find(({ node }) => node === row.node);
  const limit = reply?.cost?.rules.markerLimit ?? null;
  const refused =
    shown.inspection.breakpointUse.kind === 'ignored'
      ? words.takesNoBreakpoints
      : isThere
        ? ''
        : place === undefined
          ? words.onlyAfterBlock
          : place.refused !== ''
            ? place.refused
            : limit !== null && now.length >= limit
              ? words.tooManyBreakpoints(limit)
              : '';
  return {
    title: isThere ? words.removeBreakpoint : words.tryBreakpoint,
    disabled: refused,
    starts: true,
    run: () => {
      const next = isThere
        ? now.filter(({ after }) => after !== row.node)
        : place === undefined
          ? now
          : [...now, breakpoint(place.node, place.tier)];
      const ends = planRuler(shown.rows).ends;
      const sorted = next.toSorted((a, b) => (ends.get(a.after) ?? 0) - (ends.get(b.after) ?? 0));
      void cache.apply({ breakpoints: sorted, end: overlay?.end ?? 'off' }).catch(actions.report);
    },
  };
}
