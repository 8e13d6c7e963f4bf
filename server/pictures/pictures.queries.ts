import type { Drawing } from '#art/draw.ts'
import type { Db } from '#db/database.ts'

/** Returns null if a file has replaced the drawing. */
export async function findDrawing(db: Db, id: number): Promise<{ drawing: Drawing; alt: string } | undefined> {
  const row = await db.selectFrom('media').select(['drawing', 'alt']).where('id', '=', id).executeTakeFirst()
  return row?.drawing ? { drawing: row.drawing as unknown as Drawing, alt: row.alt } : undefined
}
