import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { TextPage, texts } from '#contract/content/texts.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { date } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import contentStyles from '#web/content/content.module.css'
import { faqPage } from '#web/content/home/faqs.ts'
import { loadHome } from '#web/content/home/home-data.ts'
import { LandingInstead } from '#web/content/landing-instead.tsx'
import { orNone, serverApi } from '#web/platform/api/server-api.ts'
import { head } from '#web/platform/head.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { publicUrlOf } from '#web/shell/site.ts'
import { classes } from '#web/ui/class-names.ts'
import { plain, readingWords } from './blocks.tsx'
import { TextReading } from './text-reading.tsx'

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) => {
  const publicUrl = publicUrlOf(matches)
  if (!loaderData || loaderData.kind === 'unknown') return head({ title: 'Primp', publicUrl, noindex: true })
  const path = location.pathname.replace(/\/$/, '')
  // Old versions are for those who look one up.
  if (loaderData.kind === 'versions')
    return head({ title: `${loaderData.title}: versions · Primp`, publicUrl, noindex: true })
  const { page } = loaderData
  return head({
    title: page.title,
    description: page.description,
    path,
    publicUrl,
    noindex: page.version?.past,
    schemas: schemasOf(page),
  })
}

/** The questions of a page, as they stand on it. */
function schemasOf({ blocks }: TextPage): object[] {
  const faqs = blocks.flatMap((block) =>
    block.kind === 'question' ? [{ question: block.question, answer: plain(block.answer) }] : [],
  )
  return faqs.length ? [faqPage(faqs)] : []
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [slug = '', part, version, ...more] = (params['*'] ?? '').replace(/\/$/, '').split('/')
  const { texts } = serverApi(context)
  const unknown = async () => data({ kind: 'unknown' as const, ...(await loadHome(context)) }, { status: 404 })
  if (
    !/^[a-z0-9-]{1,60}$/.test(slug) ||
    more.length ||
    (part !== undefined && part !== 'versions') ||
    (version !== undefined && !/^\d{1,6}$/.test(version))
  )
    return unknown()
  if (part && !version) {
    const answer = await orNone(texts.versions({ page: slug }))
    return answer ? data({ kind: 'versions' as const, slug, ...answer }) : unknown()
  }
  const answer = await orNone(texts.read({ page: slug, version }))
  if (!answer) return unknown()
  return data({ kind: 'text' as const, page: answer.page })
}

export default function ReadingPage() {
  const loaded = useLoaderData<typeof loader>()
  switch (loaded.kind) {
    case 'unknown':
      return <LandingInstead home={loaded.home} settings={loaded.settings} />
    case 'versions':
      return <TextVersions {...loaded} />
    case 'text':
      return <TextReading page={loaded.page} />
  }
}

const t = reader(readingWords)

/** The versions of a text that people accept, newest first. */
function TextVersions({ slug, title, versions }: { slug: string } & OutputOf<typeof texts.versions>) {
  const country = usePageCountry()
  return (
    <main id="main" tabIndex={-1} className={classes('page-width', contentStyles.reading)}>
      <h1 className="heading-1">{t('reading.versions.title', { title })}</h1>
      <div className={contentStyles.readingText} data-reading>
        <p>{t('reading.versions.text')}</p>
        <ul className="bullets">
          {versions.map(({ name, from, past }) => (
            <li key={name}>
              <Link to={past ? `/content/${slug}/versions/${name}` : `/content/${slug}`}>
                {t('reading.version', { version: name, date: date(from, country) })}
              </Link>
              {!past && `, ${t('reading.version.current')}`}
            </li>
          ))}
        </ul>
      </div>
    </main>
  )
}
