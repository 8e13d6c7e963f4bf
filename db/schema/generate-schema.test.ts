import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { type Database, openEmbedded } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { generateSchema } from './generate-schema.ts'

const open: Database[] = []
async function openEmpty(): Promise<Database> {
  const database = await openEmbedded(undefined)
  open.push(database)
  return database
}
afterEach(async () => {
  for (const database of open.splice(0)) await database.close()
})

test('a new embedded database has the schema of the file, which equals that of the migrations', async () => {
  const database = await openEmpty()
  await migrate(database)
  expect(await generateSchema(database)).toBe(readFileSync(new URL('../schema.sql', import.meta.url), 'utf8'))
})

test('the generated text creates the same schema and rows, and sequences continue after the rows', async () => {
  const original = await openEmpty()
  await original.exec(`
    create domain percent as int default 10 not null check (value between 0 and 100);
    create type size as enum ('small', 'large');
    create type measured as (share percent, size size);
    create function is_short(value text) returns boolean language sql immutable as $$ select length(value) < 9 $$;
    create function is_named(value text) returns boolean language sql immutable as $$ select value <> '' $$;
    create table item (
      id int primary key generated always as identity (start with 1000),
      label text not null default 'it''s' check (is_short(label)),
      upper_label text generated always as (upper(label)) stored,
      parent_id int references item,
      share percent,
      size size not null default 'small',
      measure measured
    );
    insert into item (label) values ('first'), ('second');
    alter table item add constraint label_not_empty check (label <> '') not valid;
    create unique index item_label_idx on item (label) where parent_id is null;
    create view root_item as select id, label from item where parent_id is null;
    alter view root_item alter column label set default 'none';
    create view named_root_item as select * from root_item where is_named(label);
    create function insert_root_item() returns trigger language plpgsql as $$
      begin insert into item (label) values (new.label); return new; end $$;
    create trigger root_item_insert instead of insert on root_item for each row execute function insert_root_item();
    create procedure add_items(labels text[]) language plpgsql as $$
      begin insert into item (label) select unnest(labels); end $$;
    create function count_items() returns bigint language sql as $$ select count(*) from item $$;
    create function count_items(with_label text) returns bigint language sql as $$ select count(*) from item where label = with_label $$;
    comment on function count_items(text) is 'Counts by label';
  `)
  const schema = await generateSchema(original)
  const copy = await openEmpty()
  await copy.exec(schema)
  expect(await generateSchema(copy)).toBe(schema)
  await copy.exec(`call add_items('{third}'); insert into root_item default values`)
  const { rows } = await sql<{ id: number; label: string }>`select id, label from item order by id`.execute(copy.db)
  expect(rows).toEqual([
    { id: 1000, label: 'first' },
    { id: 1001, label: 'second' },
    { id: 1002, label: 'third' },
    { id: 1003, label: 'none' },
  ])
})
