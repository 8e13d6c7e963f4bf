import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { insertCategory, insertStore, insertType, lockPart, nameOfStore, setPartLabel } from './part-queries.ts'

/** A store, a category of one, or a type, the heading that services stand under. */
export type CataloguePart = 'store' | 'category' | 'type'

type Named = { slug: string; label: string; reason: string }

/** Makes a store and answers its id. In the operator's transaction. */
export async function addStore(ctx: Context, { slug, label, reason }: Named): Promise<number> {
  const id = await insertStore(ctx.db, slug, label)
  if (id === null) throw refuseField('name_taken', 'slug')
  await record(ctx, {
    act: 'store.add',
    subject: { kind: 'store', id: String(id), name: label },
    after: { slug },
    reason,
  })
  return id
}

/** Makes a category in a store, at the usual fee, and answers its id. In the operator's transaction. */
export async function addCategory(ctx: Context, storeId: number, { slug, label, reason }: Named): Promise<number> {
  const store = await nameOfStore(ctx.db, storeId)
  if (store === null) throw refuseField('unknown_store', 'storeId')
  const id = await insertCategory(ctx.db, storeId, slug, label)
  if (id === null) throw refuseField('name_taken', 'slug')
  await record(ctx, {
    act: 'category.add',
    subject: { kind: 'category', id: String(id), name: label },
    after: { slug, store },
    reason,
  })
  return id
}

/** Makes a type in a category; its id is what stands in calls. In the operator's transaction. */
export async function addType(ctx: Context, categoryId: number, { slug, label, reason }: Named): Promise<string> {
  const added = await insertType(ctx.db, slug, categoryId, label)
  if (added === 'no category') throw refuseField('unknown_category', 'categoryId')
  if (added === 'exists') throw refuseField('name_taken', 'slug')
  await record(ctx, {
    act: 'type.add',
    subject: { kind: 'type', id: slug, name: label },
    after: { categoryId },
    reason,
  })
  return slug
}

/** Calls a part that an operator has made something else; what comes with the site keeps its name. In the operator's transaction. */
export async function renamePart(
  ctx: Context,
  part: CataloguePart,
  id: string,
  { label, reason }: { label: string; reason: string },
): Promise<void> {
  const before = await lockPart(ctx.db, part, id)
  if (!before?.made) throw new Refusal('not_found')
  await setPartLabel(ctx.db, part, id, label)
  await record(ctx, {
    act: `${part}.rename`,
    subject: { kind: part, id, name: label },
    before: { label: before.label },
    after: { label },
    reason,
  })
}
