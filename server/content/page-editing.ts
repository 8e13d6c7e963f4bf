import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Draft, ListedPage, operatorPages, PageVersion } from '#contract/operator/pages.ts'
import { filterPageFields, getPageKind, noFields, type PageFields } from '#contract/content/page-edit.ts'
import type { Context } from '#server/platform/context.ts'
import {
  listChangedPages,
  changeDraft,
  deleteDraft,
  findDraft,
  toPageFields,
  lockPage,
  insertDraft,
  archiveDraft,
  isUploadShown,
  type VersionRow,
  listVersions,
} from './page-editing.queries.ts'
import { getDefaultText, type DefaultText, listDefaultTexts } from '#server/content/texts/default-texts.ts'
import { toContainsPattern } from '#server/platform/pagination.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isPlace, isLivePath, buildDefaultLandingPage, applyPageEdit } from './place-pages.ts'
import { discardUpload, assignToSite, uploadOf } from '#server/pictures/index.ts'
import { buildSchemas } from './schemas.ts'
import { buildTextPage } from './text-pages.ts'
import { type Problem, readMarkdown, findSlots } from './markdown.ts'

export async function listEdited(
  ctx: Context,
  { text }: InputOf<typeof operatorPages.list>,
): Promise<OutputOf<typeof operatorPages.list>> {
  const wanted = text?.toLowerCase() ?? ''
  const rows = await listChangedPages(ctx.db, wanted ? toContainsPattern(wanted) : null)
  const pages = rows.flatMap((row): ListedPage[] => {
    const kind = getPageKind(row.path)
    return kind
      ? [
          {
            path: row.path,
            kind,
            title: row.title ?? getDefaultTextByPath(row.path)?.title ?? null,
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
  const untouched = listDefaultTexts()
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

export async function getEditedPage(
  ctx: Context,
  { path }: InputOf<typeof operatorPages.read>,
): Promise<OutputOf<typeof operatorPages.read>> {
  const kind = getPageKind(path)
  if (!kind) throw new Refusal('not_found')
  const made = await getDefaultWords(ctx, path)
  const draft = await findDraft(ctx.db, path)
  const rows = await listVersions(ctx.db, path)
  const standing = rows.find((row) => row.state === 'published')
  return {
    path,
    kind,
    made,
    number: standing?.number ?? 0,
    standing: standing ? toPageFields(standing) : noFields,
    draft: draft ? presentDraft(draft) : null,
    versions: rows.map((row) => present(row, before(rows, row))),
    slots: [...(getDefaultTextByPath(path)?.slots ?? [])],
  }
}

const before = (rows: readonly VersionRow[], { number }: VersionRow): PageFields => {
  const earlier = number === null ? undefined : rows.find((row) => row.number === number - 1)
  return earlier ? toPageFields(earlier) : noFields
}

const present = (row: VersionRow, earlier: PageFields): PageVersion => {
  const fields = toPageFields(row)
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

// Landing pages compute their default text.
async function getDefaultWords(ctx: Context, path: string): Promise<OutputOf<typeof operatorPages.read>['made']> {
  const kind = getPageKind(path)
  if (kind === 'landing') return null
  if (kind === 'content') {
    const text = getDefaultTextByPath(path)
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
  const { page } = await buildDefaultLandingPage(ctx, path)
  return {
    title: page.seoTitle,
    description: page.seoDescription,
    bannerTitle: page.banner.title,
    bannerText: page.banner.subTitle,
    faqs: page.faqs,
    body: null,
  }
}

const presentDraft = (row: VersionRow): Draft => ({
  mark: row.mark,
  fields: toPageFields(row),
  author: row.author_name,
  writtenAt: row.written_at.toISOString(),
})

/** Throws `state_changed` with the current draft if it is not the one the caller saw. */
export function assertDraftUnchanged(draft: VersionRow | undefined, mark: string | null): void {
  if (draft && draft.mark !== mark) throw new Refusal('state_changed', { detail: { draft: presentDraft(draft) } })
}

async function deleteUnusedUpload(ctx: Context, id: string): Promise<void> {
  if (!(await isUploadShown(ctx.db, id))) await discardUpload(ctx, id)
}

/** Saves a draft. Archives another operator's draft if the caller saw it; otherwise throws. */
export async function saveDraft(
  ctx: Context,
  { path, fields: given, mark, aside }: InputOf<typeof operatorPages.saveDraft>,
): Promise<OutputOf<typeof operatorPages.saveDraft>> {
  const fields = filterPageFields(path, given)
  await checkPage(ctx, path, fields)
  return ctx.transaction(async (inner) => {
    await lockPage(inner.db, path)
    const before = await findDraft(inner.db, path)
    assertDraftUnchanged(before, mark)
    const by = inner.viewer.accountId
    const written = { path, by, at: inner.now, fields }
    if (fields.picture) await claimPicture(inner, path, fields.picture.src)
    if (before && before.author === by && !aside) await changeDraft(inner.db, written)
    else {
      await archiveDraft(inner.db, path)
      await insertDraft(inner.db, written)
    }
    if (before?.picture_id) await deleteUnusedUpload(inner, before.picture_id)
    const row = await findDraft(inner.db, path)
    if (!row) throw new Refusal('not_found')
    return { draft: presentDraft(row) }
  })
}

// A picture of this page's versions belongs to the site; any other must be the caller's upload.
async function claimPicture(ctx: Context, path: string, src: string): Promise<void> {
  const id = src.split('/')[3] ?? ''
  const known = [await findDraft(ctx.db, path), ...(await listVersions(ctx.db, path))].some(
    (row) => row?.picture_id === id,
  )
  if (!known) await assignToSite(ctx.db, (await uploadOf(ctx, src)).id, ctx.now)
}

export async function deletePageDraft(
  ctx: Context,
  { path, mark }: InputOf<typeof operatorPages.deleteDraft>,
): Promise<OutputOf<typeof operatorPages.deleteDraft>> {
  await ctx.transaction(async (inner) => {
    await lockPage(inner.db, path)
    const before = await findDraft(inner.db, path)
    if (!before) throw new Refusal('not_found')
    assertDraftUnchanged(before, mark)
    await deleteDraft(inner.db, path)
    if (before.picture_id) await deleteUnusedUpload(inner, before.picture_id)
  })
  return { done: true }
}

export async function previewPage(
  ctx: Context,
  { path, fields: given }: InputOf<typeof operatorPages.preview>,
): Promise<OutputOf<typeof operatorPages.preview>> {
  const fields = filterPageFields(path, given)
  await checkPage(ctx, path, fields)
  const text = getDefaultTextByPath(path)
  if (getPageKind(path) === 'content' && text) return { place: null, text: await buildTextPage(ctx, text, fields) }
  if (getPageKind(path) === 'landing') return { place: null, text: null }
  const page = applyPageEdit((await buildDefaultLandingPage(ctx, path)).page, fields)
  return { place: { ...page, schemas: buildSchemas(page, ctx.env.publicUrl) }, text: null }
}

type FieldProblem = { path: string; message: string }

/**
 * Validates the fields of a page, with field and line. Throws if the page does not exist. Must not run inside a
 * transaction.
 */
export async function checkPage(ctx: Context, path: string, fields: PageFields): Promise<void> {
  const kind = getPageKind(path)
  const text = kind === 'content' ? getDefaultText(path.slice('/content/'.length)) : undefined
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
    findSlots(fields[field] ?? '')
      .slice(0, 1)
      .map(({ slot }) => ({
        path: `fields.${field}`,
        message: `You can use {${slot}} only in the text of a content page.`,
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
      ...(twice ? [{ path: `${at}.question`, message: 'This question appears twice.' }] : []),
      ...(own && !question ? [{ path: `${at}.question`, message: 'Enter the question.' }] : []),
      ...(own && !answer ? [{ path: `${at}.answer`, message: 'Enter the answer.' }] : []),
    ]
  })
}

async function bodyProblems(ctx: Context, text: Pick<DefaultText, 'slots'>, body: string): Promise<Problem[]> {
  const { problems, links } = readMarkdown(body)
  const unknown = findSlots(body)
    .filter(({ slot }) => !text.slots.includes(slot))
    .map(({ slot, line }) => ({
      line,
      message: `{${slot}} is not a placeholder of this page. ${text.slots.length ? `You can use ${text.slots.map((name) => `{${name}}`).join(', ')}.` : 'It has none.'}`,
    }))
  const inside = links.filter(({ to }) => /^\/(?![/\\])/.test(to) && !/[{}]|%7[bd]/i.test(to))
  const broken: Problem[] = []
  for (const { to, line } of inside)
    if (!(await isLivePath(ctx, to))) broken.push({ line, message: `${to.slice(0, 80)} is not a page of this site.` })
  return [...problems, ...unknown, ...broken].toSorted((a, b) => a.line - b.line)
}

const getDefaultTextByPath = (path: string) => getDefaultText(path.slice('/content/'.length))
