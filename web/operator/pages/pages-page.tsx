import { Link, useLoaderData } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatNumber } from '#contract/format.ts'
import type { ListedPage, operatorPages } from '#contract/operator/pages.ts'
import { landings } from '#contract/content/page-edit.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Empty } from '#web/ui/empty.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { pageMessages } from './page-messages.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, Table, TableSearch } from '#web/operator/table.tsx'
import { formatDayOf } from '#web/operator/when.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(pageMessages)
const names = {
  '/': 'pages.home',
  '/halloween': 'pages.halloween',
  '/happy-place': 'pages.happy-place',
  '/lessons': 'pages.lessons',
  '/join': 'pages.join',
} as const

export const clientLoader = requireSession(async ({ request }) => {
  const { text } = buildTableQuery(request, ['text'])
  const api = browserApi().operatorPages
  const [{ pages }, places, help, counts] = await Promise.all([
    api.list({ text }),
    text && text.length > 1 ? api.find({ text }) : null,
    api.help({}),
    api.indexed({}),
  ])
  // Unedited static pages are listed too.
  const untouched = landings.filter(
    (path) =>
      !pages.some((page) => page.path === path) &&
      `${path} ${t(names[path])}`.toLowerCase().includes((text ?? '').toLowerCase()),
  )
  const more = untouched.map(
    (path): ListedPage => ({
      path,
      kind: 'landing',
      title: null,
      number: null,
      made: true,
      publishedAt: null,
      publisher: null,
      draft: null,
    }),
  )
  return { pages: [...pages, ...more], places: places?.places ?? null, topics: help.topics, counts }
})

export const HydrateFallback = Undetermined

export default function PagesPage() {
  const { pages, places, topics, counts } = useLoaderData<typeof clientLoader>()
  return (
    <ConsoleFrame title={t('pages.title')} text={t('pages.text')}>
      <TableSearch label={t('pages.find')} />
      {places && (
        <TitledCard title={t('pages.places')}>
          {places.length === 0 ? (
            <Empty title={t('pages.places.none')} />
          ) : (
            <ul className={consoleStyles.lines}>
              {places.map(({ label, path, category }) => (
                <li key={path} className="row space-between wrapping">
                  <Link to={editorOf(path)}>{label}</Link>
                  <span className="small muted">{category}</span>
                </li>
              ))}
            </ul>
          )}
        </TitledCard>
      )}
      <Table
        caption={t('pages.all')}
        columns={[t('pages.column.page'), t('pages.column.state'), t('pages.column.draft')]}
        count={pages.length}
        file="pages"
        empty={<Empty drawing="letter" title={t('pages.none')} />}>
        {pages.map((page) => (
          <tr key={page.path}>
            <td className={consoleStyles.words}>
              <Link to={editorOf(page.path)}>{nameOf(page)}</Link>
              <br />
              <span className="small muted">{page.path}</span>
            </td>
            <td>
              {page.made || page.number === null
                ? t('pages.made')
                : t('pages.version', { n: page.number, date: formatDayOf(page.publishedAt ?? '') })}
              {page.publisher && <span className="small muted"> {t('pages.by', { name: page.publisher })}</span>}
            </td>
            <td>
              {page.draft ? (
                t('pages.draft', { date: formatDayOf(page.draft.writtenAt) })
              ) : (
                <span className="muted">{t('pages.draft.none')}</span>
              )}
              {page.draft?.author && <span className="small muted"> {t('pages.by', { name: page.draft.author })}</span>}
            </td>
          </tr>
        ))}
      </Table>
      <IndexCounts counts={counts} />
      <HelpCounts topics={topics} />
    </ConsoleFrame>
  )
}

const editorOf = (path: string) => `/operator/pages/words?path=${path}`
const nameOf = ({ path, kind, title }: ListedPage): string =>
  kind === 'landing' ? t(names[path as keyof typeof names]) : (title?.replace(/ · Primp$/, '') ?? path)

type Counts = OutputOf<typeof operatorPages.indexed>

/** The pages that search engines may index. */
function IndexCounts({ counts: { indexed, notIndexed } }: { counts: Counts }) {
  const rows = [
    ['pages.index.artists', indexed.artists, null],
    ['pages.index.places', indexed.places, notIndexed.places],
    ['pages.index.occasions', indexed.occasions, notIndexed.occasions],
    ['pages.index.pages', indexed.pages, null],
    ['pages.index.total', indexed.total, notIndexed.places + notIndexed.occasions],
  ] as const
  return (
    <TitledCard title={t('pages.index')}>
      <p className="small muted">{t('pages.index.text')}</p>
      <Table
        caption={t('pages.index')}
        columns={[t('pages.index.kind'), t('pages.index.yes'), t('pages.index.no')]}
        count={rows.length}
        file="indexed-pages"
        empty={null}>
        {rows.map(([kind, yes, no]) => (
          <tr key={kind}>
            <td>{t(kind)}</td>
            <td className="tabular">{formatNumber(yes)}</td>
            <td className="tabular">{no === null ? '–' : formatNumber(no)}</td>
          </tr>
        ))}
      </Table>
    </TitledCard>
  )
}

function HelpCounts({
  topics,
}: {
  topics: readonly { topic: string; question: string; useful: number; useless: number }[]
}) {
  const said = topics.filter(({ useful, useless }) => useful + useless > 0)
  return (
    <TitledCard title={t('pages.help')}>
      <p className="small muted">{t('pages.help.text')}</p>
      <Table
        caption={t('pages.help')}
        columns={[t('pages.help.question'), t('pages.help.yes'), t('pages.help.no')]}
        count={said.length}
        file="help-answers"
        empty={<Empty drawing="letter" title={t('pages.help.none')} />}>
        {said.map(({ topic, question, useful, useless }) => (
          <tr key={topic}>
            <td className={consoleStyles.words}>
              <Link to={`/content/help#${topic}`}>{question}</Link>
            </td>
            <td className="tabular">{useful}</td>
            <td className="tabular">{useless}</td>
          </tr>
        ))}
      </Table>
    </TitledCard>
  )
}

export const ErrorBoundary = ConsoleError
