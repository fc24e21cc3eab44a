import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';
import { visible } from '../../../shared/basics/invisible';

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

/** Also shows a value that is in the file but not in the list of choices. */
export function SelectBox({ label, value, choices, help, hideLabel = false, muted = false, onChange }: Props) {
  const all = choices.some((choice) => choice.value === value)
    ? choices
    : [{ value, label: value === '' ? '–' : value }, ...choices];
  const listed = all.map((choice) => ({ ...choice, label: visible(choice.label) }));
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
        <ListBox className="menu" items={listed.map((choice) => ({ ...choice, id: choice.value }))}>
          {(choice) => (
            <ListBoxItem id={choice.id} textValue={choice.label} className="menu-item">
              <span>{choice.label}</span>
              {choice.note === undefined ? null : <span className="menu-note">{choice.note}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
