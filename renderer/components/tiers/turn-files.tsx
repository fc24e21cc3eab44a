import { useMemo, useState } from 'react';
import { Button, Checkbox, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import type { Inspection } from '../../../shared/ipc/inspection/inspection';
import { useApp } from '../../context';
import { formatNumber } from '../../model/counts';
import { fuzzyMatches } from '../../model/sections/tier-items';
import { VirtualList } from '../basics/virtual-list';
import { turnFilesWords as words } from '../../words/panels/tiers';

/** The files that the user works on in the next turn: chosen from the repository, kept as the setting `files`. */
export function TurnFiles({ inspection }: { readonly inspection: Inspection }) {
  const { actions } = useApp();
  const [filter, setFilter] = useState('');
  const control = inspection.controls.find((each) => each.name === 'files');
  const value = control?.value;
  const selected = useMemo(
    () => (Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []),
    [value],
  );
  const paths = useMemo(() => {
    const others = (control?.choices ?? []).map((choice) => choice.value).filter((path) => !selected.includes(path));
    return [...selected, ...others].filter((path) => fuzzyMatches(filter, path));
  }, [control?.choices, selected, filter]);
  if (control === undefined) return null;
  const set = (files: readonly string[] | undefined): void => void actions.setSetting('files', files);
  return (
    <DialogTrigger>
      <Button className="quiet">{words.workingFilesButton(selected.length)}</Button>
      <Popover className="popover files-popover" placement="top start">
        <Dialog aria-label={words.workingFiles} className="files-dialog">
          <div className="panel-lead">
            <input
              className="filter"
              type="search"
              autoFocus
              aria-label={words.filterFiles}
              placeholder={words.filterFiles}
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
            />
            {filter !== '' && !paths.includes(filter) ? (
              <button
                type="button"
                className="link"
                onClick={() => {
                  set([...selected, filter]);
                  setFilter('');
                }}
              >
                {words.add(filter)}
              </button>
            ) : null}
            {control.isDefault || !('files' in inspection.settings) ? null : (
              <button type="button" className="link" onClick={() => set(undefined)}>
                {words.asInFile}
              </button>
            )}
          </div>
          {control.more === undefined ? null : (
            <p className="help files-more">{words.moreFiles(formatNumber(control.more))}</p>
          )}
          <VirtualList items={paths} rowHeight={26} keyOf={(path) => path} role="group" aria-label={words.files}>
            {(path) => {
              const isIn = selected.includes(path);
              return (
                <Checkbox
                  className="checkbox file-choice"
                  isSelected={isIn}
                  onChange={(now) => set(now ? [...selected, path] : selected.filter((each) => each !== path))}
                >
                  <span className="box" aria-hidden="true">
                    {isIn ? '✓' : ''}
                  </span>
                  {path}
                </Checkbox>
              );
            }}
          </VirtualList>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
