import { describe, expect, it } from 'vitest';
import { coalesce, type FolderEvent } from '../../../../electron/host/watch/coalesce';
import { InterestSet, type Interests } from '../../../../electron/host/watch/interests';

const interests: Interests = new Map<string, ReadonlySet<string> | 'all'>([
  ['/ws', new Set(['strata.json', 'agents'])],
  ['/ws/agents', 'all'],
  ['/ws/agents/scout', new Set(['agent.json'])],
]);

const rename = (folder: string, name?: string): FolderEvent => ({ folder, kind: 'rename', name });
const change = (folder: string, name?: string): FolderEvent => ({ folder, kind: 'change', name });

describe('coalesce', () => {
  it.each<[string, readonly FolderEvent[], readonly (readonly [string, string | undefined])[], readonly string[]]>([
    ['nothing', [], [], []],
    ['a write', [change('/ws', 'strata.json')], [['/ws', 'strata.json']], []],
    [
      'a burst about one file',
      [change('/ws', 'strata.json'), change('/ws', 'strata.json'), change('/ws', 'strata.json')],
      [['/ws', 'strata.json']],
      [],
    ],
    ['an entry nobody asked for', [change('/ws', 'notes.txt'), rename('/ws', '.notes.swp')], [], []],
    ['a folder nobody asked for', [change('/elsewhere', 'strata.json')], [], []],
    [
      'an atomic save in a folder watched as a whole',
      [
        rename('/ws/agents', 'x.tmp'),
        change('/ws/agents', 'x.tmp'),
        rename('/ws/agents', 'x.tmp'),
        rename('/ws/agents', 'x'),
      ],
      [
        ['/ws/agents', 'x.tmp'],
        ['/ws/agents', 'x'],
      ],
      ['/ws/agents/x.tmp', '/ws/agents/x'],
    ],
    [
      'an atomic save of a named file',
      [rename('/ws/agents/scout', 'agent.json.tmp'), rename('/ws/agents/scout', 'agent.json')],
      [['/ws/agents/scout', 'agent.json']],
      ['/ws/agents/scout/agent.json'],
    ],
    ['a folder that was replaced', [rename('/ws', 'agents')], [['/ws', 'agents']], ['/ws/agents']],
    [
      'a folder that was deleted, told by itself',
      [rename('/ws/agents/scout', 'scout')],
      [['/ws/agents/scout', undefined]],
      ['/ws/agents/scout'],
    ],
    [
      'a watch that broke',
      [{ folder: '/ws/agents', kind: 'gone', name: undefined }],
      [['/ws/agents', undefined]],
      ['/ws/agents'],
    ],
    ['an event without a name', [change('/ws', undefined), change('/ws', 'strata.json')], [['/ws', undefined]], []],
    ['a name in another Unicode form and case', [change('/ws', 'STRATA.json')], [['/ws', 'STRATA.json']], []],
    ['a path below the folder', [change('/ws', 'agents/scout/agent.json')], [['/ws', 'agents']], []],
  ])('%s', (_, events, changes, doubtful) => {
    const batch = coalesce(events, interests);
    expect(batch.changes.map((each) => [each.folder, each.name])).toEqual(changes);
    expect(batch.doubtful).toEqual(doubtful);
  });
});

describe('interests', () => {
  it('watch every folder on the way to a path', () => {
    const set = new InterestSet();
    set.path('/a/b/c.md');
    set.path('/a/b/d.md');
    set.folder('/a/e');
    expect(new Map(set.folders)).toEqual(
      new Map<string, unknown>([
        ['/a/b', new Set(['c.md', 'd.md'])],
        ['/a', new Set(['b', 'e'])],
        ['/', new Set(['a'])],
        ['/a/e', 'all'],
      ]),
    );
  });

  it('keep a folder that is watched as a whole', () => {
    const set = new InterestSet();
    set.folder('/a');
    set.path('/a/b/c');
    const other = new InterestSet();
    other.path('/a/x');
    set.merge(other.folders);
    expect(set.folders.get('/a')).toBe('all');
    expect(set.folders.get('/a/b')).toEqual(new Set(['c']));
  });
});
