/** Gives approved providers with a number above `base` their checked documents. */
export const writeCheckedDocuments = (base: number) => `
  insert into artist_document (provider_id, kind, holder, issuer, expires_on, state, sent_at, decided_at, valid_until)
    select p.id, c.kind, p.name, c.issuer, c.until, 'accepted', c.checked - interval '1 day', c.checked, c.until
    from provider p cross join lateral (values
      ('identity', true, '', null::date, p.approved_at),
      ('insurance', p.no % 3 = 0, 'Hearth Mutual', date '2026-11-20' + (p.no % 11 - 1) * 30, timestamptz '2026-02-02 10:00Z'),
      ('background', p.no % 5 = 0, '', date '2026-11-20' + (p.no % 7) * 60 + 15, timestamptz '2026-03-03 10:00Z'),
      ('qualification', p.no % 4 = 0, 'School of Artistry', null, timestamptz '2026-04-04 10:00Z')) c (kind, has, issuer, until, checked)
    where p.no > ${base} and p.approved_at is not null and c.has`
