import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { Organization, SearchAction, WebSite, WithContext } from 'schema-dts'
import { loadLandingEdit, applyLandingEdit } from '#web/content/landing-edit.ts'
import { getHomeFacts } from '#web/content/share-facts.ts'
import { createHead, homeLanguages } from '#web/platform/head.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { getPublicUrl, getSite, type PageFrame } from '#web/shell/site.ts'
import { buildFaqSchema } from './faqs.ts'
import { loadHome } from './home-data.ts'
import { homeLanding } from './home-messages.ts'
import { Landing } from './landing.tsx'

export const handle: PageFrame = { header: 'fig' }

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) => {
  const publicUrl = getPublicUrl(matches)
  const { title, description, faqs } = applyLandingEdit(homeLanding, loaderData?.edit)
  return createHead({
    title,
    description,
    path: '/',
    publicUrl,
    languages: homeLanguages,
    ...(loaderData ? { facts: getHomeFacts(loaderData.home) } : {}),
    schemas: [
      buildWebSiteSchema(publicUrl),
      buildOrganizationSchema(publicUrl, getSite(matches)?.business.legalName),
      buildFaqSchema(faqs),
    ],
  })
}

export async function loader({ context }: LoaderFunctionArgs) {
  const [home, edit] = await Promise.all([loadHome(context), loadLandingEdit(context, '/')])
  return { ...home, edit }
}

export default function HomePage() {
  const { home, settings, edit } = useLoaderData<typeof loader>()
  return (
    <main id="main" tabIndex={-1}>
      <Landing home={home} settings={settings} country={usePageCountry()} edit={edit} />
    </main>
  )
}

const context = 'https://schema.org'

// schema.org's query-input is missing in the type.
const search: SearchAction & { 'query-input': string } = {
  '@type': 'SearchAction',
  target: '',
  'query-input': 'required name=search_term_string',
}

const buildWebSiteSchema = (publicUrl: string): WithContext<WebSite> => ({
  '@context': context,
  '@type': 'WebSite',
  name: 'Primp',
  url: `${publicUrl}/`,
  potentialAction: { ...search, target: `${publicUrl}/search?place={search_term_string}` },
})

const buildOrganizationSchema = (publicUrl: string, legalName: string | undefined): WithContext<Organization> => ({
  '@context': context,
  '@type': 'Organization',
  name: 'Primp',
  ...(legalName ? { legalName } : {}),
  url: `${publicUrl}/`,
  logo: `${publicUrl}/mark.svg`,
})
