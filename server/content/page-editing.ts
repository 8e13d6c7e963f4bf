import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Draft, ListedPage, operatorPages, PageVersion } from '#contract/operator/pages.ts'
import { fieldsOn, kindOf, noFields, type PageFields } from '#contract/content/page-edit.ts'
import type { Context } from '#server/platform/context.ts'
import {
  changedPages,
  changeDraft,
  deleteDraft,
  draftOf,
  fieldsOf,
  holdPage,
  insertDraft,
  putAside,
  showsUpload,
  type VersionRow,
  versionsOf,
} from './page-editing.queries.ts'
import { madeText, type MadeText, madeTexts } from '#server/content/texts/made-texts.ts'
import { containsPattern } from '#server/platform/pagination.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isPlace, leadsSomewhere, madePage, withEdit } from './place-pages.ts'
import { dropUpload, makeTheSites, uploadOf } from '#server/pictures/index.ts'
import { schemasOf } from './schemas.ts'
import { textPage } from './text-pages.ts'
import { type Problem, readMarkdown, slotsIn } from './markdown.ts'

/** Pages with other words or a draft, and all that can be found by what was typed. */
export async function listEdited(
  ctx: Context,
  { text }: InputOf<typeof operatorPages.list>,
): Promise<OutputOf<typeof operatorPages.list>> {
  const wanted = text?.toLowerCase() ?? ''
  const rows = await changedPages(ctx.db, wanted ? containsPattern(wanted) : null)
  const pages = rows.flatMap((row): ListedPage[] => {
    const kind = kindOf(row.path)
    return kind
      ? [
          {
            path: row.path,
            kind,
            title: row.title ?? madeTextOf(row.path)?.title ?? null,
            number: row.number,
            made: row.made,
            publishedAt: row.published_at?.toISOString() ?? null,
            publisher: row.publisher,
            draft: row.draft_at ? { writtenAt: row.draft_at.toISOString(), author: row.draft_by } : null,
          },
        ]
      : []
  })
  const named = new Set(pages.map(({ path }) => path))
  const untouched = madeTexts()
    .map(({ slug, title }) => ({ path: `/content/${slug}`, title }))
    .filter(({ path, title }) => !named.has(path) && `${path} ${title}`.toLowerCase().includes(wanted))
  return {
    pages: [
      ...pages,
      ...untouched.map(({ path, title }) => ({
        path,
        kind: 'content' as const,
        title,
        number: null,
        made: true,
        publishedAt: null,
        publisher: null,
        draft: null,
      })),
    ],
  }
}

/** A page as it was made, as it stands, its draft and its versions. */
export async function showEdited(
  ctx: Context,
  { path }: InputOf<typeof operatorPages.read>,
): Promise<OutputOf<typeof operatorPages.read>> {
  const kind = kindOf(path)
  if (!kind) throw new Refusal('not_found')
  const made = await madeWords(ctx, path)
  const draft = await draftOf(ctx.db, path)
  const rows = await versionsOf(ctx.db, path)
  const standing = rows.find((row) => row.state === 'published')
  return {
    path,
    kind,
    made,
    number: standing?.number ?? 0,
    standing: standing ? fieldsOf(standing) : noFields,
    draft: draft ? presentDraft(draft) : null,
    versions: rows.map((row) => present(row, before(rows, row))),
    slots: [...(madeTextOf(path)?.slots ?? [])],
  }
}

const before = (rows: readonly VersionRow[], { number }: VersionRow): PageFields => {
  const earlier = number === null ? undefined : rows.find((row) => row.number === number - 1)
  return earlier ? fieldsOf(earlier) : noFields
}

const present = (row: VersionRow, earlier: PageFields): PageVersion => {
  const fields = fieldsOf(row)
  const changed = (Object.keys(noFields) as (keyof PageFields)[]).filter(
    (field) => JSON.stringify(fields[field]) !== JSON.stringify(earlier[field]),
  )
  return {
    id: String(row.id),
    number: row.number,
    state: row.state as PageVersion['state'],
    fields,
    author: row.author_name,
    writtenAt: row.written_at.toISOString(),
    publisher: row.publisher_name,
    publishedAt: row.published_at?.toISOString() ?? null,
    reason: row.reason,
    changed,
  }
}

// A landing page of the site makes its words itself.
async function madeWords(ctx: Context, path: string): Promise<OutputOf<typeof operatorPages.read>['made']> {
  const kind = kindOf(path)
  if (kind === 'landing') return null
  if (kind === 'content') {
    const text = madeTextOf(path)
    if (!text) throw new Refusal('not_found')
    return {
      title: text.title,
      description: text.description,
      bannerTitle: null,
      bannerText: null,
      faqs: [],
      body: text.body,
    }
  }
  const { page } = await madePage(ctx, path)
  return {
    title: page.seoTitle,
    description: page.seoDescription,
    bannerTitle: page.banner.title,
    bannerText: page.banner.subTitle,
    faqs: page.faqs,
    body: null,
  }
}

/** A draft as its editor sees it. */
const presentDraft = (row: VersionRow): Draft => ({
  mark: row.mark,
  fields: fieldsOf(row),
  author: row.author_name,
  writtenAt: row.written_at.toISOString(),
})

/** Refuses where the draft is another than the caller has seen, with that one. */
export function refuseUnseen(draft: VersionRow | undefined, mark: string | null): void {
  if (draft && draft.mark !== mark) throw new Refusal('state_changed', { detail: { draft: presentDraft(draft) } })
}

/** Drops an uploaded picture that no page shows. */
async function dropUnseen(ctx: Context, id: string): Promise<void> {
  if (!(await showsUpload(ctx.db, id))) await dropUpload(ctx, id)
}

/** Keeps what an operator writes on a page; somebody else's draft that it goes on from is put aside, one that it has not seen refuses it. */
export async function saveDraft(
  ctx: Context,
  { path, fields: given, mark, aside }: InputOf<typeof operatorPages.saveDraft>,
): Promise<OutputOf<typeof operatorPages.saveDraft>> {
  const fields = fieldsOn(path, given)
  await checkPage(ctx, path, fields)
  return ctx.transaction(async (inner) => {
    await holdPage(inner.db, path)
    const before = await draftOf(inner.db, path)
    refuseUnseen(before, mark)
    const by = inner.viewer.accountId
    const written = { path, by, at: inner.now, fields }
    if (fields.picture) await claimPicture(inner, path, fields.picture.src)
    if (before && before.author === by && !aside) await changeDraft(inner.db, written)
    else {
      await putAside(inner.db, path)
      await insertDraft(inner.db, written)
    }
    if (before?.picture_id) await dropUnseen(inner, before.picture_id)
    const row = await draftOf(inner.db, path)
    if (!row) throw new Refusal('not_found')
    return { draft: presentDraft(row) }
  })
}

// One that a version of this page shows already is the site's; any other has to be the caller's own.
async function claimPicture(ctx: Context, path: string, src: string): Promise<void> {
  const id = src.split('/')[3] ?? ''
  const known = [await draftOf(ctx.db, path), ...(await versionsOf(ctx.db, path))].some((row) => row?.picture_id === id)
  if (!known) await makeTheSites(ctx.db, (await uploadOf(ctx, src)).id, ctx.now)
}

/** Throws the draft of a page away. */
export async function dropDraft(
  ctx: Context,
  { path, mark }: InputOf<typeof operatorPages.dropDraft>,
): Promise<OutputOf<typeof operatorPages.dropDraft>> {
  await ctx.transaction(async (inner) => {
    await holdPage(inner.db, path)
    const before = await draftOf(inner.db, path)
    if (!before) throw new Refusal('not_found')
    refuseUnseen(before, mark)
    await deleteDraft(inner.db, path)
    if (before.picture_id) await dropUnseen(inner, before.picture_id)
  })
  return { done: true }
}

/** A page as it would be with these words. */
export async function previewPage(
  ctx: Context,
  { path, fields: given }: InputOf<typeof operatorPages.preview>,
): Promise<OutputOf<typeof operatorPages.preview>> {
  const fields = fieldsOn(path, given)
  await checkPage(ctx, path, fields)
  const text = madeTextOf(path)
  if (kindOf(path) === 'content' && text) return { place: null, text: await textPage(ctx, text, fields) }
  if (kindOf(path) === 'landing') return { place: null, text: null }
  const page = withEdit((await madePage(ctx, path)).page, fields)
  return { place: { ...page, schemas: schemasOf(page, ctx.env.publicUrl) }, text: null }
}

type FieldProblem = { path: string; message: string }

/** Refuses a page that is not there, and words that it could not show, each with its field and line. Not inside a transaction. */
export async function checkPage(ctx: Context, path: string, fields: PageFields): Promise<void> {
  const kind = kindOf(path)
  const text = kind === 'content' ? madeText(path.slice('/content/'.length)) : undefined
  if (!kind || (kind === 'content' && !text) || (kind === 'place' && !(await isPlace(ctx, path))))
    throw new Refusal('not_found')
  const errors = [...plainProblems(fields), ...questionProblems(fields)]
  if (text && fields.body !== null)
    errors.push(
      ...(await bodyProblems(ctx, text, fields.body)).map(({ line, message }) => ({
        path: 'fields.body',
        message: `Line ${line}: ${message}`,
      })),
    )
  if (errors.length) throw new Refusal('page_text_invalid', { errors: errors.slice(0, 30) })
}

const plain = ['title', 'description', 'bannerTitle', 'bannerText'] as const

const plainProblems = (fields: PageFields): FieldProblem[] =>
  plain.flatMap((field) =>
    slotsIn(fields[field] ?? '')
      .slice(0, 1)
      .map(({ slot }) => ({
        path: `fields.${field}`,
        message: `{${slot}} is filled in only in the text of a content page.`,
      })),
  )

function questionProblems({ faqs }: PageFields): FieldProblem[] {
  const known = new Set<string>()
  return (faqs ?? []).flatMap(({ id, question, answer, hidden }, index) => {
    const at = `fields.faqs.${index}`
    const twice = known.has(id)
    known.add(id)
    const own = id.startsWith('own-') && !hidden
    return [
      ...(twice ? [{ path: `${at}.question`, message: 'This question stands there twice.' }] : []),
      ...(own && !question ? [{ path: `${at}.question`, message: 'Write the question.' }] : []),
      ...(own && !answer ? [{ path: `${at}.answer`, message: 'Write the answer.' }] : []),
    ]
  })
}

/** What a text page could not show of this text, line by line. */
async function bodyProblems(ctx: Context, text: Pick<MadeText, 'slots'>, body: string): Promise<Problem[]> {
  const { problems, links } = readMarkdown(body)
  const unknown = slotsIn(body)
    .filter(({ slot }) => !text.slots.includes(slot))
    .map(({ slot, line }) => ({
      line,
      message: `{${slot}} is no value of this page. ${text.slots.length ? `It knows ${text.slots.map((name) => `{${name}}`).join(', ')}.` : 'It knows none.'}`,
    }))
  const inside = links.filter(({ to }) => /^\/(?![/\\])/.test(to) && !/[{}]|%7[bd]/i.test(to))
  const broken: Problem[] = []
  for (const { to, line } of inside)
    if (!(await leadsSomewhere(ctx, to)))
      broken.push({ line, message: `${to.slice(0, 80)} leads to no page of this site.` })
  return [...problems, ...unknown, ...broken].toSorted((a, b) => a.line - b.line)
}

/** The text that a path shows as it was made. */
const madeTextOf = (path: string) => madeText(path.slice('/content/'.length))
