import { type Kysely, sql } from 'kysely';

/** Packaging of batches, packed runs of their codes, containers, and who may pack. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- [boxes, cases, pallets]: how many of the next lower level present one of each holds; 0: the level is not there. Fixed at issue
    alter table batch add packaging bigint[] constraint batch_packaging_check check (cardinality(packaging) = 3 and 0 <= all (packaging)),
      -- whether any of its codes may be in a container: where not, nobody looks for one
      add nested boolean not null default false;

    -- runs of a stretch of ordinals where there are too many for rows: arrays side by side, 'kinds' counts from 1 into the palette
    create table code_block (
      batch_id bigint not null constraint code_block_batch_id_fkey references batch,
      level smallint not null,
      ordinal_from bigint not null,
      count bigint not null constraint code_block_count_check check (count > 0),
      firsts bigint[] not null,
      counts bigint[] not null,
      kinds bigint[] not null,
      statuses text[] not null,
      befores text[] not null,
      holders bigint[] not null,
      reasons text[] not null,
      -- codes of each kind of the palette
      totals bigint[] not null,
      constraint code_block_pkey primary key (batch_id, level, ordinal_from),
      constraint code_block_ordinal_excl exclude using gist (batch_id with =, level with =, int8range(ordinal_from, ordinal_from + count) with &&)
        deferrable initially deferred
    );

    -- every run of codes with one state, however it is kept; queries over many codes read this, never the tables below it
    create view code_run as
      select batch_id, level, ordinal_from, count, status, status_before, holder_id, reason from code_segment
      union all
      select b.batch_id, b.level, b.ordinal_from + r.first, r.count, b.statuses[r.kind], b.befores[r.kind], b.holders[r.kind], b.reasons[r.kind]
      from code_block b cross join lateral unnest(b.firsts, b.counts, b.kinds) as r(first, count, kind);

    -- how many codes are in which state and with whom, without opening what is packed
    create view code_tally as
      select batch_id, level, status, holder_id, count from code_segment
      union all
      select b.batch_id, b.level, k.status, k.holder_id, k.count
      from code_block b cross join lateral unnest(b.statuses, b.holders, b.totals) as k(status, holder_id, count);
    create index code_segment_holder_id_idx on code_segment (holder_id, batch_id) where holder_id is not null;

    -- runs of codes that are elsewhere than the packaging says: in another container, or (parent null) in none. A child has one parent
    create table code_pack (
      batch_id bigint not null constraint code_pack_batch_id_fkey references batch,
      level smallint not null constraint code_pack_level_check check (level between 0 and 2),
      ordinal_from bigint not null,
      count bigint not null constraint code_pack_count_check check (count > 0),
      parent_batch_id bigint constraint code_pack_parent_batch_id_fkey references batch,
      parent_level smallint,
      parent_ordinal bigint,
      constraint code_pack_pkey primary key (batch_id, level, ordinal_from),
      -- levels rise towards the outside, so no container is within itself
      constraint code_pack_parent_check check
        (num_nulls(parent_batch_id, parent_level, parent_ordinal) in (0, 3) and (parent_level is null or parent_level between level + 1 and 3)),
      constraint code_pack_ordinal_excl exclude using gist (batch_id with =, level with =, int8range(ordinal_from, ordinal_from + count) with &&)
        deferrable initially deferred
    );
    create index code_pack_parent_idx on code_pack (parent_batch_id, parent_level, parent_ordinal) where parent_batch_id is not null;

    -- the containers around a code, the nearest first
    create function code_chain(of_batch bigint, of_level int, of_ordinal bigint)
      returns table (depth int, batch_id bigint, level smallint, ordinal bigint) language plpgsql stable parallel safe as $$
    declare
      packed code_pack;
      sizes bigint[];
      above int;
    begin
      batch_id := of_batch; level := of_level; ordinal := of_ordinal; depth := 0;
      while level < 3 loop
        select * into packed from code_pack p
          where p.batch_id = code_chain.batch_id and p.level = code_chain.level and p.ordinal_from <= code_chain.ordinal
          order by p.ordinal_from desc limit 1;
        if packed.ordinal_from + packed.count > ordinal then
          if packed.parent_batch_id is null then return; end if;
          batch_id := packed.parent_batch_id; level := packed.parent_level; ordinal := packed.parent_ordinal;
        else
          select b.packaging into sizes from batch b where b.batch_id = code_chain.batch_id;
          above := case when level < 1 and sizes[1] > 0 then 1 when level < 2 and sizes[2] > 0 then 2 when sizes[3] > 0 then 3 end;
          if above is null then return; end if;
          ordinal := ordinal / sizes[above]; level := above;
        end if;
        depth := depth + 1;
        return next;
      end loop;
    end $$;

    -- the state of one code of its own, however its run is kept
    create function code_own(of_batch bigint, of_level int, of_ordinal bigint)
      returns table (status text, holder_id bigint, reason text) language sql stable parallel safe as $$
      select s.status, s.holder_id, s.reason from (select * from code_segment
        where batch_id = of_batch and level = of_level and ordinal_from <= of_ordinal order by ordinal_from desc limit 1) s
      where s.ordinal_from + s.count > of_ordinal
      union all
      select b.statuses[r.kind], b.holders[r.kind], b.reasons[r.kind] from (select * from code_block
        where batch_id = of_batch and level = of_level and ordinal_from <= of_ordinal order by ordinal_from desc limit 1) b
      cross join lateral (select kind from unnest(b.firsts, b.kinds) as r(first, kind)
        where r.first <= of_ordinal - b.ordinal_from order by r.first desc limit 1) r
      where b.ordinal_from + b.count > of_ordinal
    $$;

    -- what makes a code as grave as its container
    create function code_gravity(status text) returns int language sql immutable parallel safe as $$
      select case status when 'void' then 3 when 'recalled' then 2 when 'frozen' then 1 else 0 end
    $$;

    -- what the containers around a code make of it: the gravest of their states, null where none is grave, and the nearest one's holder
    create function code_around(of_batch bigint, of_level int, of_ordinal bigint)
      returns table (status text, holder_id bigint) language sql stable parallel safe as $$
      select (array_agg(o.status order by code_gravity(o.status) desc) filter (where code_gravity(o.status) > 0))[1],
        (array_agg(o.holder_id order by c.depth) filter (where o.holder_id is not null))[1]
      from code_chain(of_batch, of_level, of_ordinal) c cross join lateral code_own(c.batch_id, c.level, c.ordinal) o
    $$;

    -- the runs that an event covered where it covered more than one; 'within': the content of a container that it was done to
    alter table batch_event add ordinals int8multirange, add within boolean not null default false;

    insert into menu (menu_id, menu_name, parent_id, order_num, path, perms, menu_type, icon, status) values
      (3230, '码装入', 2101, 5, '', 'manage:code:pack', 'F', '#', '0'),
      (3231, '码拆出', 2101, 6, '', 'manage:code:unpack', 'F', '#', '0');
    insert into role_menu (role_id, menu_id) select role_id, menu_id from (values (103, 3230), (103, 3231), (104, 3231)) as granted(role_id, menu_id)
      on conflict do nothing;
  `.execute(db);
}
