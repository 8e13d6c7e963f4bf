import { draw, type Drawing } from '#art/draw.ts'
import { openLetters } from '#server/gateways/letters/letters.ts'
import { toPng } from '#server/gateways/pixels/draw-pixels.ts'
import { runWithSealedPictures } from '#server/pictures/index.ts'
import type { Context } from '#server/platform/context.ts'
import { insertIdentity, listSampleProfilesToIdentify } from './signup.queries.ts'

const toDataUri = async (svg: string): Promise<string> =>
  `data:image/png;base64,${(await toPng(svg)).toString('base64')}`

/** Sizes a drawing, which has a viewBox only. */
const placeDrawing = (svg: string, x: number, y: number, size: number): string =>
  svg.replace('<svg ', `<svg x="${x}" y="${y}" width="${size}" height="${size}" `)

const drawSelfie = (portrait: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="720">${placeDrawing(portrait, 0, 0, 720)}</svg>`

/** Draws a page of a passport with a portrait and a name, marked as a sample. */
async function drawPassport(portrait: string, name: string): Promise<string> {
  const set = await openLetters('text')
  const lines = [
    ['Sample passport', 34, 40, 90],
    [name, 32, 290, 190],
    ['Born 4 May 1991', 26, 290, 250],
    ['Expires 30 June 2034', 26, 290, 300],
    [`P<GBR${name.toUpperCase().replaceAll(' ', '<')}<<<<<<`, 24, 40, 540],
  ] as const
  const texts = lines.map(
    ([text, size, x, y]) => `<path transform="translate(${x} ${y})" fill="#26161f" d="${set(text, size).path}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640"><path fill="#dfe9e4" d="M0 0h640v640H0z"/>${placeDrawing(portrait, 40, 140, 220)}${texts.join('')}</svg>`
}

/** Another process that started at the same time has added the pictures. */
function ignoreIfDrawn(fault: unknown): void {
  if ((fault as { constraint?: string }).constraint !== 'identity_picture_current') throw fault
}

/**
 * Adds a drawn selfie and passport to waiting profiles of the sample market that have none, so that their verification
 * can be tried. Does nothing in other markets.
 */
export async function addSampleIdentity(ctx: Context): Promise<void> {
  if (!ctx.env.sampleMarket) return
  for (const { id, name, drawing } of await listSampleProfilesToIdentify(ctx.db)) {
    const portrait = draw(drawing as Drawing, { id: `identity-${id}`, frame: 'square' })
    // Another composition of the same face.
    const selfie = draw(drawing as Drawing, { id: `selfie-${id}`, frame: 'square', scene: 3 })
    const uris = [await toDataUri(drawSelfie(selfie)), await toDataUri(await drawPassport(portrait, name))]
    await runWithSealedPictures(ctx, uris, ([selfieFile, passportFile]) =>
      ctx.transaction(async ({ db, now }) => {
        if (!selfieFile || !passportFile) return
        const row = { provider_id: id, created_at: now }
        await insertIdentity(db, {
          ...row,
          ...selfieFile,
          kind: 'selfie',
          document: null,
          gesture: 'Hold up two fingers, code 0421',
        })
        await insertIdentity(db, { ...row, ...passportFile, kind: 'document', document: 'passport', gesture: '' })
      }),
    ).catch(ignoreIfDrawn)
  }
}
