import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useApp, useInspectionState } from '../../context';
import { dollars, nodeName } from '../../model/cache/cache-text';
import { placementJson, placementText } from '../../model/cache/placement';
import { useCache } from '../cache/use-cache';
import { triedNoteWords as words } from '../../words/panes/prompt';

/** Tried breakpoints, which are in no file: what they change, and how to copy them or put the old ones back. */
export function TriedNote() {
  const { cache, actions } = useApp();
  const overlay = useCache((state) => state.overlay);
  const cost = useCache((state) => state.reply?.cost ?? null);
  const own = useCache((state) => state.own);
  const inspection = useInspectionState((state) => state.shown?.inspection);
  if (overlay === null || inspection === undefined) return null;
  const { document, architecture, analysis } = inspection;
  const tried = {
    breakpoints: overlay.breakpoints.map(({ after, tier, ttl }) => ({ after, tier, ttl })),
    end: overlay.end,
  };
  const many = placementText(overlay);
  const isDeclared = architecture === 'declared';
  const forms: Readonly<Record<string, () => Promise<void>>> = {
    json: () => {
      const { id: model, provider } = analysis.model;
      const text = placementJson(overlay, { provider, model, cost, name: (id) => nodeName(document, id) });
      return actions.copyText(text, words.asJson(many));
    },
    request: () => actions.copy({ kind: 'all' }, 'anthropic', undefined, tried),
    bedrock: () => actions.copy({ kind: 'all' }, 'bedrock', undefined, tried),
    patch: () => actions.copyPatch(tried),
  };
  const price = (label: string, now: number | null | undefined, before: number | null | undefined): string => {
    if (now == null) return '';
    const more = before == null ? 0 : now - before;
    const sign = more > 0 ? '+' : '';
    return ` · ${dollars(now)} ${label}${Math.abs(more) < 1e-9 ? '' : ` (${sign}${dollars(more)})`}`;
  };
  return (
    <div className="note note-tried" role="status" data-testid="tried">
      <span>
        <strong>{words.trying(many)}</strong>
        {words.inNoFile(price('cold', cost?.coldCost, own?.coldCost), price('warm', cost?.warmCost, own?.warmCost))}
      </span>
      <span className="bar-space" />
      <span className="note-actions">
        <MenuTrigger>
          <Button className="link">{words.copyButton}</Button>
          <Popover className="popover" placement="bottom end">
            <Menu
              className="menu"
              aria-label={words.copyMenu}
              onAction={(key) => void forms[String(key)]?.()}
              disabledKeys={isDeclared ? [] : ['patch']}
            >
              <MenuItem id="json" className="menu-item">
                {words.copyAsJson}
              </MenuItem>
              <MenuItem id="request" className="menu-item">
                {words.copyAsAnthropic}
              </MenuItem>
              <MenuItem id="bedrock" className="menu-item">
                {words.copyAsBedrock}
              </MenuItem>
              <MenuItem id="patch" className="menu-item">
                {words.copyPatch(isDeclared ? '' : words.onlyDeclared)}
              </MenuItem>
            </Menu>
          </Popover>
        </MenuTrigger>
        <button type="button" className="link" onClick={() => void cache.apply(null).catch(actions.report)}>
          {words.stopTrying}
        </button>
      </span>
    </div>
  );
}
