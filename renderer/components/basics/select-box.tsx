import type { ReactNode } from 'react';
import {
  Autocomplete,
  Button,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  Select,
  SelectValue,
} from 'react-aria-components';
import { visible } from '../../../shared/basics/invisible';
import { search } from '../../model/palette/search';
import { selectBoxWords as words } from '../../words/window/basics';

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
}

interface Props {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly help?: string;
  readonly hideLabel?: boolean;
  readonly muted?: boolean;
  readonly onChange: (value: string) => void;
}

/** Lists up to this length are read at a glance; longer ones have a search field. */
const mostUnsearched = 12;

/** Also shows a value that is in the file but not in the list of choices. */
export function SelectBox({ label, value, choices, help, hideLabel = false, muted = false, onChange }: Props) {
  const all = choices.some((choice) => choice.value === value)
    ? choices
    : [{ value, label: value === '' ? '–' : value }, ...choices];
  const listed = all.map((choice) => ({ ...choice, label: visible(choice.label) }));
  const list = (
    <ListBox
      className="menu"
      items={listed.map((choice) => ({ ...choice, id: choice.value }))}
      renderEmptyState={() => <p className="empty-note">{words.nothingFound}</p>}
    >
      {(choice) => (
        <ListBoxItem id={choice.id} textValue={choice.label} className="menu-item">
          <span>{choice.label}</span>
          {choice.note === undefined ? null : <span className="menu-note">{choice.note}</span>}
        </ListBoxItem>
      )}
    </ListBox>
  );
  return (
    <Select
      className="select"
      selectedKey={value}
      onSelectionChange={(key) => onChange(String(key))}
      {...(hideLabel ? { 'aria-label': label } : {})}
    >
      {hideLabel ? null : <Label className="select-label">{label}</Label>}
      <Button
        className={`select-button${muted ? ' is-default' : ''}`}
        {...(help === undefined ? {} : { 'aria-description': help })}
      >
        <SelectValue className="select-value">
          {() => listed.find((choice) => choice.value === value)?.label ?? visible(value)}
        </SelectValue>
        <span aria-hidden="true" className="caret">
          ▾
        </span>
      </Button>
      <Popover className="popover">
        {listed.length > mostUnsearched ? <Searched label={label}>{list}</Searched> : list}
      </Popover>
    </Select>
  );
}

/** A search field over the list: words in any order, arrow keys to move, Enter to choose. */
function Searched({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Autocomplete filter={(title, query) => search([{ title }], query).length > 0}>
      <SearchField className="select-search" aria-label={words.searchIn(label.toLowerCase())} autoFocus>
        <Input className="filter" placeholder={words.search} />
      </SearchField>
      {children}
    </Autocomplete>
  );
}
