import { data, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { TextPage, texts } from '#contract/content/texts.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import contentStyles from '#web/content/content.module.css'
import { buildFaqSchema } from '#web/content/home/faqs.ts'
import { loadHome } from '#web/content/home/home-data.ts'
import { LandingInstead } from '#web/content/landing-instead.tsx'
import { nullWhenMissing, serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { getPublicUrl } from '#web/shell/site.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { toPlainText, readingMessages } from './blocks.tsx'
import { TextReading } from './text-reading.tsx'

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) => {
  const publicUrl = getPublicUrl(matches)
  if (!loaderData || loaderData.kind === 'unknown') return createHead({ title: 'Primp', publicUrl, noindex: true })
  const path = location.pathname.replace(/\/$/, '')
  // Lazy-loaded: old versions are rarely read.
  if (loaderData.kind === 'versions')
    return createHead({ title: `${loaderData.title}: versions · Primp`, publicUrl, noindex: true })
  const { page } = loaderData
  return createHead({
    title: page.title,
    description: page.description,
    path,
    publicUrl,
    noindex: page.version?.past,
    schemas: schemasOf(page),
  })
}

function schemasOf({ blocks }: TextPage): object[] {
  const faqs = blocks.flatMap((block) =>
    block.kind === 'question' ? [{ question: block.question, answer: toPlainText(block.answer) }] : [],
  )
  return faqs.length ? [buildFaqSchema(faqs)] : []
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
    const answer = await nullWhenMissing(texts.versions({ page: slug }))
    return answer ? data({ kind: 'versions' as const, slug, ...answer }) : unknown()
  }
  const answer = await nullWhenMissing(texts.read({ page: slug, version }))
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

const t = createTranslator(readingMessages)

function TextVersions({ slug, title, versions }: { slug: string } & OutputOf<typeof texts.versions>) {
  const country = usePageCountry()
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width', contentStyles.reading)}>
      <h1 className="heading-1">{t('reading.versions.title', { title })}</h1>
      <div className={contentStyles.readingText} data-reading>
        <p>{t('reading.versions.text')}</p>
        <ul className="bullets">
          {versions.map(({ name, from, past }) => (
            <li key={name}>
              <Link to={past ? `/content/${slug}/versions/${name}` : `/content/${slug}`}>
                {t('reading.version', { version: name, date: formatDate(from, country) })}
              </Link>
              {!past && `, ${t('reading.version.current')}`}
            </li>
          ))}
        </ul>
      </div>
    </main>
  )
}
