import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { openDatabase } from '../../connect.ts'
import { createSchemaFromMigrations } from '../../migrate.ts'
import { schemaDiffersMessage } from '../compare-schema.ts'

/**
 * Selects the parts of the current schema as one text each, except those of extensions: columns,
 * constraints, indexes, views, rules, policies, triggers, functions and types. It also lists, by
 * name, everything outside that schema and `target`: other schemas and their contents, extensions,
 * event triggers, and settings of the database and its roles.
 */
const selectSchemaParts = (target: string) => `
  with here as (select oid, quote_ident(nspname) || '.' as prefix from pg_namespace
      where nspname = current_schema()),
    tables as (select pg_class.* from pg_class, here where relnamespace = here.oid
      and relkind in ('r', 'p', 'v', 'm', 'f', 'S')),
    brought as (select objid from pg_depend where deptype = 'e'),
    made as (select 'pg_class'::regclass as class, oid from pg_class where relkind not in ('i', 'I', 't')
      union all select 'pg_proc'::regclass, oid from pg_proc
      union all select 'pg_namespace'::regclass, oid from pg_namespace
      union all select 'pg_extension'::regclass, oid from pg_extension
      union all select 'pg_language'::regclass, oid from pg_language
      union all select 'pg_cast'::regclass, oid from pg_cast
      union all select 'pg_operator'::regclass, oid from pg_operator
      union all select 'pg_collation'::regclass, oid from pg_collation
      union all select 'pg_conversion'::regclass, oid from pg_conversion
      union all select 'pg_default_acl'::regclass, oid from pg_default_acl
      union all select 'pg_publication'::regclass, oid from pg_publication
      union all select 'pg_foreign_data_wrapper'::regclass, oid from pg_foreign_data_wrapper
      union all select 'pg_foreign_server'::regclass, oid from pg_foreign_server),
    beside as (select made.class, made.oid, thing.type, thing.identity
      from made cross join lateral pg_identify_object(made.class, made.oid, 0) as thing
      where made.oid >= 16384 and made.oid not in (select objid from brought)
        and coalesce(thing.schema, case made.class when 'pg_namespace'::regclass then thing.name end, '')
          !~ '^pg_(toast_)?temp_'
        and not (coalesce(thing.schema, '') in (current_schema(), ${toSqlLiteral(target)})
          and made.class in ('pg_class'::regclass, 'pg_proc'::regclass))
        and not (made.class = 'pg_namespace'::regclass
          and made.oid in (select oid from pg_namespace where nspname in (current_schema(), ${toSqlLiteral(target)}))))
  select replace(part, (select prefix from here), '') as part from (
    select format('%s %s: secured %s %s', case relkind when 'r' then 'table' when 'v' then 'view'
        when 'S' then 'sequence' else 'relation' end, relname, relrowsecurity, relforcerowsecurity)
      || case when relkind in ('v', 'm') then ': ' || pg_get_viewdef(oid) else '' end from tables
    union all select format('column %s.%s: %s %s %s', relname, attname, format_type(atttypid, atttypmod),
        attnotnull, coalesce(pg_get_expr(adbin, adrelid), ''))
      from tables join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = tables.oid and adnum = attnum where relkind not in ('S', 'v')
    union all select format('constraint %s on %s: %s', conname, relname, pg_get_constraintdef(pg_constraint.oid))
      from tables join pg_constraint on conrelid = tables.oid where contype <> 'n'
    union all select format('index %s on %s: %s', made_index.relname, tables.relname, pg_get_indexdef(indexrelid))
      from tables join pg_index on indrelid = tables.oid
      join pg_class as made_index on made_index.oid = indexrelid
    union all select format('trigger %s on %s: %s %s', tgname, relname, tgenabled, pg_get_triggerdef(pg_trigger.oid))
      from tables join pg_trigger on tgrelid = tables.oid where not tgisinternal
    union all select format('rule %s on %s: %s', rulename, relname, pg_get_ruledef(pg_rewrite.oid))
      from tables join pg_rewrite on ev_class = tables.oid where rulename <> '_RETURN'
    union all select format('policy %s on %s', polname, relname)
      from tables join pg_policy on polrelid = tables.oid
    union all select format('function %s(%s): %s %s %s', proname, oidvectortypes(proargtypes),
        prosecdef, prolang, prosrc)
      from pg_proc, here where pronamespace = here.oid and pg_proc.oid not in (select objid from brought)
    union all select format('type %s', typname) from pg_type, here where typnamespace = here.oid
      and typtype in ('d', 'e', 'r') and pg_type.oid not in (select objid from brought)
    union all select format('event trigger %s', evtname) from pg_event_trigger
    union all select format('%s %s', type, identity)
      || case when class in ('pg_class'::regclass, 'pg_proc'::regclass) then ': ' || oid else '' end from beside
    union all select format('setting of roles or the database: %s %s %s', setdatabase, setrole, setconfig)
      from pg_db_role_setting
  ) as all_parts (part)`

/**
 * Returns the parts of the schema that these migrations create on this server; the transaction that
 * creates them is rolled back.
 */
export async function listExpectedParts(url: string, migrations: string[]): Promise<string[]> {
  const db = openDatabase({ kind: 'postgres', url })
  const schema = `weekward_${randomBytes(8).toString('hex')}`
  let made: string[] = []
  try {
    await db.transaction().execute(async (within) => {
      const { rows: there } = await sql<{ name: string }>`select current_schema() as name`.execute(
        within,
      )
      await sql`select set_config('search_path', ${schema} || ', ' || current_setting('search_path'), true)`.execute(
        within,
      )
      await sql`create schema ${sql.ref(schema)}`.execute(within)
      await createSchemaFromMigrations(within, migrations)
      const { rows } = await sql<{
        part: string
      }>`${sql.raw(selectSchemaParts(there[0]?.name ?? 'public'))}`.execute(within)
      made = rows.map(({ part }) => part)
      throw new RollBack()
    })
  } catch (error) {
    if (!(error instanceof RollBack)) throw error
  } finally {
    await db.destroy()
  }
  return made
}

class RollBack extends Error {}

/**
 * Returns statements that fail if a schema does not have exactly these parts, and name the first
 * difference. Run them at the end of the transaction that created the schema.
 */
export function makeSchemaCheckStatements(schema: string, wanted: string[]): string {
  const list = JSON.stringify(wanted).replaceAll("'", "''")
  return `
    select pg_catalog.set_config('search_path', ${toSqlLiteral(schema)}, true);
    do $weekward$ declare odd text; begin
      with is_there as (${selectSchemaParts(schema)}),
        wanted as (select value as part from json_array_elements_text('${list}')),
        more as (select part from is_there except select part from wanted),
        less as (select part from wanted except select part from is_there),
        differences as (select split_part(part, ':', 1) as name, 'unexpected' as what from more
          union all select split_part(part, ':', 1), 'missing' from less)
      select case when min(what) <> max(what) then 'changed' else min(what) end || ' ' || name into odd
      from differences group by name order by min(what) desc, name limit 1;
      if odd is not null then raise exception '${schemaDiffersMessage}: %', odd; end if;
    end $weekward$;`
}

function toSqlLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
