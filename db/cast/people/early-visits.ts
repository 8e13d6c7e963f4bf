export const artistsWithTrial = ['isobel-tarn', 'yari-stone', 'lani-brook', 'sora-lind'] as const
const artistsWithPatchTest = ['isobel-tarn', 'lani-brook'] as const
const services = ['makeup', 'bridal-makeup'] as const

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')
const offeredBy = (base: number, slugs: readonly string[]) =>
  `from provider p where p.id = s.provider_id and p.no > ${base} and p.slug in (${list(slugs)}) and s.service_id in (${list(services)})`

/** Gives some providers with a number above `base` trials and patch tests. */
export const writeEarlyVisits = (base: number) => `
  insert into provider_trial (provider_id, service_id, cost_minor, minutes, deducted, with_test, hours, months)
    select s.provider_id, s.service_id, s.cost_minor, 60, false, true, 48, 6 from provider_service s
    where exists (select ${offeredBy(base, artistsWithTrial)}) and s.cost_minor is not null;
  update provider_service s set patch_test_minutes = 20 ${offeredBy(base, artistsWithPatchTest)}`
