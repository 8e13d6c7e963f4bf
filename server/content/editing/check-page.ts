import { kindOf, type PageFields } from '#contract/content/page-edit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { slotsIn } from '#server/content/reading/fill-slots.ts'
import { isPlace, leadsSomewhere } from '#server/content/reading/page-links.ts'
import { type Problem, readMarkdown } from '#server/content/reading/read-markdown.ts'
import { type MadeText, madeText } from '#server/content/texts/made-texts.ts'

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
