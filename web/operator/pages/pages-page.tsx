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
import { buildTableQuery, WholeTable } from '#web/operator/table.tsx'
import { TableFilters } from '#web/ui/tables/table-filters.tsx'
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
      <WholeTable
        file="pages"
        caption={t('pages.all')}
        rows={pages}
        rowKey={({ path }) => path}
        to={({ path }) => editorOf(path)}
        filters={<TableFilters search={t('pages.find')} />}
        empty={<Empty drawing="letter" title={t('pages.none')} />}
        columns={[
          { id: 'page', label: t('pages.column.page'), width: 35, cell: nameOf },
          { id: 'path', label: t('pages.column.path'), width: 30, cell: ({ path }) => path },
          {
            id: 'state',
            label: t('pages.column.state'),
            width: 20,
            cell: ({ made, number, publishedAt, publisher }) =>
              [
                made || number === null
                  ? t('pages.made')
                  : t('pages.version', { n: number, date: formatDayOf(publishedAt ?? '') }),
                publisher && t('pages.by', { name: publisher }),
              ]
                .filter(Boolean)
                .join(' '),
          },
          {
            id: 'draft',
            label: t('pages.column.draft'),
            width: 15,
            cell: ({ draft }) =>
              draft
                ? [
                    t('pages.draft', { date: formatDayOf(draft.writtenAt) }),
                    draft.author && t('pages.by', { name: draft.author }),
                  ]
                    .filter(Boolean)
                    .join(' ')
                : t('pages.draft.none'),
          },
        ]}
      />
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
      <WholeTable
        file="indexed-pages"
        caption={t('pages.index')}
        rows={rows}
        rowKey={([kind]) => kind}
        empty={null}
        columns={[
          { id: 'kind', label: t('pages.index.kind'), width: 100, cell: ([kind]) => t(kind) },
          {
            id: 'yes',
            label: t('pages.index.yes'),
            kind: 'number',
            isLead: true,
            cell: ([, yes]) => formatNumber(yes),
          },
          {
            id: 'no',
            label: t('pages.index.no'),
            kind: 'number',
            isLabelled: true,
            cell: ([, , no]) => (no === null ? '–' : formatNumber(no)),
          },
        ]}
      />
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
      <WholeTable
        file="help-answers"
        caption={t('pages.help')}
        rows={said}
        rowKey={({ topic }) => topic}
        to={({ topic }) => `/content/help#${topic}`}
        empty={<Empty drawing="letter" title={t('pages.help.none')} />}
        columns={[
          { id: 'question', label: t('pages.help.question'), width: 100, cell: ({ question }) => question },
          { id: 'yes', label: t('pages.help.yes'), kind: 'number', isLabelled: true, cell: ({ useful }) => useful },
          { id: 'no', label: t('pages.help.no'), kind: 'number', isLabelled: true, cell: ({ useless }) => useless },
        ]}
      />
    </TitledCard>
  )
}

export const ErrorBoundary = ConsoleError
