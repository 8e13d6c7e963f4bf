import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { minor } from '#contract/money.ts'
import type { ownAddOns } from '#contract/providers/add-ons.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { changeOwn, marketOf } from '#server/providers/own-profile/own-profile.ts'
import { allServicesOf } from '#server/providers/own-profile/own-queries.ts'
import { textCheck } from '#server/providers/own-words/text-check.ts'
import { addOnsOf, keepAddOns, putAddOn } from './add-on-queries.ts'
import { putNamed } from './put-named.ts'
import { showAddOns } from './show-add-ons.ts'

type AddOns = InputOf<typeof ownAddOns.set>['addOns']

/** Says anew what the caller adds to services; quotes already given keep their price. */
export async function setAddOns(
  ctx: Context,
  { addOns }: InputOf<typeof ownAddOns.set>,
): Promise<OutputOf<typeof ownAddOns.set>> {
  await changeOwn(ctx, async (inner, row, catalog) => {
    const offered = new Set((await allServicesOf(inner.db, row.id)).map(({ service_id }) => service_id))
    refuseWrong(addOns, offered, await textCheck(inner.db, row.country_code))
    const before = await addOnsOf(inner.db, row.id)
    await putNamed(inner, {
      providerId: row.id,
      items: addOns,
      before,
      lookFirst: marketOf(catalog, row).lookFirst,
      keep: (ids) => keepAddOns(inner.db, row.id, ids),
      put: ({ id, serviceId, cost, minutes }, position) =>
        putAddOn(inner.db, row.id, id, { position, service_id: serviceId, cost_minor: minor(cost), minutes }),
      about: (id) => ({ add_on_id: id }),
    })
    await record(inner, {
      act: 'provider.add_ons',
      subject: { kind: 'provider', id: row.id, name: row.name },
      before,
      after: addOns,
    })
  })
  return showAddOns(ctx)
}

function refuseWrong(addOns: AddOns, known: ReadonlySet<string>, check: (text: string, path: string) => void): void {
  addOns.forEach(({ serviceId, title, words }, index) => {
    const at = (field: string) => `addOns.${index}.${field}`
    if (!known.has(serviceId)) throw refuseField('unknown_service', at('serviceId'))
    check(title, at('title'))
    check(words, at('words'))
  })
}
