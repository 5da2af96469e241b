import { type Kysely, sql } from 'kysely';

/**
 * What codes are, all considered, by ranges (decision 33): the gravest of batch, containers and own, counted without a row per code.
 * Readers that count or list by status use `code_standing`; `code_tally` stays for those who ask what was written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- codes in containers of another batch: few, and looked for wherever codes are counted
    create index code_pack_foreign_idx on code_pack (batch_id, parent_batch_id) where parent_batch_id <> batch_id;

    -- containers that make their content grave: whoever counts codes of many batches asks for these first
    create index code_segment_grave_idx on code_segment (batch_id) where level > 0 and status in ('frozen', 'recalled', 'void');

    -- the gravest of what is around a code, a batch or a container, and its own
    create function code_gravest(around text, own text) returns text language sql immutable parallel safe as $$
      select case when code_gravity(around) > code_gravity(own) then around else own end
    $$;

    -- runs of one level of a batch that a container makes frozen, recalled or void, the gravest where two do; they do not overlap
    create function code_over(of_batch bigint, of_level int)
      returns table (status text, ordinals int8range) language plpgsql stable parallel safe rows 10 cost 10000 as $$
    declare
      sizes bigint[];
      has_containers boolean;
      own_graves boolean;
      foreign_graves boolean;
      grave text;
      below int;
      last bigint;
      inside int8multirange;
      joined record;
      -- runs by level, the unit's first: containers that are grave, and what is in them
      held int8multirange[];
      taken int8multirange := '{}';
    begin
      select b.packaging, b.nested into sizes, has_containers from batch b where b.batch_id = of_batch;
      if not coalesce(has_containers, false) or of_level >= 3 then return; end if;
      own_graves := exists (select from code_tally t where t.batch_id = of_batch and t.level > of_level and code_gravity(t.status) > 0);
      -- batches whose containers are around codes of this one, directly or within others
      with recursive around (batch_id) as (
        select distinct p.parent_batch_id from code_pack p where p.batch_id = of_batch and p.parent_batch_id <> p.batch_id
        union
        select p.parent_batch_id from around a join code_pack p on p.batch_id = a.batch_id and p.parent_batch_id <> p.batch_id
      ) select exists (select from around a join code_tally t on t.batch_id = a.batch_id and t.level > 0 and code_gravity(t.status) > 0)
        into foreign_graves;
      if not own_graves and not foreign_graves then return; end if;

      foreach grave in array array['void', 'recalled', 'frozen'] loop
        held := array['{}', '{}', '{}', '{}']::int8multirange[];
        if own_graves then
          for joined in select r.level, range_agg(int8range(r.ordinal_from, r.ordinal_from + r.count)) as runs from code_run r
            where r.batch_id = of_batch and r.level > of_level and r.status = grave group by r.level
          loop
            held[joined.level + 1] := joined.runs;
          end loop;
        end if;
        if foreign_graves then
          for joined in
            with parents as (
              select distinct p.parent_batch_id, p.parent_level, p.parent_ordinal from code_pack p
              where p.batch_id = of_batch and p.parent_batch_id <> p.batch_id
            ), graves as (
              select p.* from parents p
                left join lateral code_own(p.parent_batch_id, p.parent_level, p.parent_ordinal) own on true
                left join lateral code_around(p.parent_batch_id, p.parent_level, p.parent_ordinal) around on true
              where code_gravest(coalesce(around.status, ''), coalesce(own.status, '')) = grave
            )
            select p.level, range_agg(int8range(p.ordinal_from, p.ordinal_from + p.count)) as runs from graves g join code_pack p
              on p.parent_batch_id = g.parent_batch_id and p.parent_level = g.parent_level and p.parent_ordinal = g.parent_ordinal
            where p.batch_id = of_batch and p.level >= of_level group by p.level
          loop
            held[joined.level + 1] := held[joined.level + 1] + joined.runs;
          end loop;
        end if;
        -- levels fall towards the inside, so every level is opened once
        for above in reverse 3 .. of_level + 1 loop
          continue when isempty(held[above + 1]);
          below := above - 1;
          while below > 0 and coalesce(sizes[below], 0) = 0 loop below := below - 1; end loop;
          if coalesce(sizes[above], 0) > 0 and below >= of_level then
            select coalesce(sum(r.count), 0) into last from batch_range r where r.batch_id = of_batch and r.level = below;
            select range_agg(int8range(lower(r) * sizes[above], upper(r) * sizes[above])) * int8multirange(int8range(0, last))
              into inside from unnest(held[above + 1]) r;
            inside := inside - coalesce((select range_agg(int8range(p.ordinal_from, p.ordinal_from + p.count))
              from unnest(inside) r join code_pack p on p.batch_id = of_batch and p.level = below
                and int8range(p.ordinal_from, p.ordinal_from + p.count) && r), '{}');
            held[below + 1] := held[below + 1] + inside;
          end if;
          for joined in
            select p.level, range_agg(int8range(p.ordinal_from, p.ordinal_from + p.count)) as runs from unnest(held[above + 1]) r
              join code_pack p on p.parent_batch_id = of_batch and p.parent_level = above and p.parent_ordinal >= lower(r) and p.parent_ordinal < upper(r)
            where p.batch_id = of_batch and p.level >= of_level group by p.level
          loop
            held[joined.level + 1] := held[joined.level + 1] + joined.runs;
          end loop;
        end loop;
        inside := held[of_level + 1] - taken;
        taken := taken + inside;
        return query select grave, r from unnest(inside) r;
      end loop;
    end $$;

    -- runs of one level of a batch whose container makes them graver than they are of their own
    create function code_shift(of_batch bigint, of_level int)
      returns table (ordinal_from bigint, count bigint, status text, own_status text, status_before text, holder_id bigint, reason text)
      language plpgsql stable parallel safe rows 10 cost 10000 as $$
    begin
      return query
        with over as materialized (select o.status, o.ordinals from code_over(of_batch, of_level) o), shifted as (
          select o.status, o.ordinals * int8range(s.ordinal_from, s.ordinal_from + s.count) as part, s.status as own, s.status_before as before, s.holder_id as holder, s.reason as why
            from over o join code_segment s on s.batch_id = of_batch and s.level = of_level
              and int8range(s.ordinal_from, s.ordinal_from + s.count) && o.ordinals
          union all
          select o.status, o.ordinals * int8range(b.ordinal_from + r.first, b.ordinal_from + r.first + r.count),
              b.statuses[r.kind], b.befores[r.kind], b.holders[r.kind], b.reasons[r.kind]
            from over o join code_block b on b.batch_id = of_batch and b.level = of_level
              and int8range(b.ordinal_from, b.ordinal_from + b.count) && o.ordinals
            cross join lateral unnest(b.firsts, b.counts, b.kinds) as r(first, count, kind)
            where int8range(b.ordinal_from + r.first, b.ordinal_from + r.first + r.count) && o.ordinals
        )
        select lower(s.part), upper(s.part) - lower(s.part), s.status, s.own, s.before, s.holder, s.why
        from shifted s where code_gravity(s.status) > code_gravity(s.own);
    end $$;

    -- how many codes of one level of a batch are in which state, all considered, and with whom: what was written, and what containers
    -- change of it, taken from one state and added to another. Whoever reads it sums the counts; 'within': a container makes them so
    create function code_standing(of_batch bigint, of_level int)
      returns table (status text, own_status text, within boolean, holder_id bigint, count bigint) language sql stable parallel safe as $$
      select code_gravest(b.state, t.status), t.status, false, t.holder_id, t.count
        from batch b join code_tally t on t.batch_id = b.batch_id where b.batch_id = of_batch and t.level = of_level
      union all
      select code_gravest(b.state, m.status), s.own_status, m.within, s.holder_id, m.sign * s.count
        from batch b cross join lateral code_shift(b.batch_id, of_level) s
          cross join lateral (values (s.own_status, false, -1), (s.status, code_gravity(s.status) > code_gravity(b.state), 1)) as m(status, within, sign)
        where b.batch_id = of_batch and b.nested
    $$;
  `.execute(db);
}
