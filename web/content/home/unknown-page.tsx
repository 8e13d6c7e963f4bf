import { data, type LoaderFunctionArgs, type MetaFunction, redirect, useLoaderData } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { createHead } from '#web/platform/head.ts'
import type { PageFrame } from '#web/shell/site.ts'
import { loadHome } from './home-data.ts'
import { UnknownLanding } from './unknown-landing.tsx'
import { homeMessages } from './messages.ts'

const t = createTranslator(homeMessages)

export const handle: PageFrame = { header: 'fig' }

export const meta: MetaFunction = () =>
  createHead({ title: t('home.meta.title'), description: t('home.meta.description'), publicUrl: '', noindex: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  if (/^\/join-[\w-]+\/?$/.test(new URL(request.url).pathname)) throw redirect('/join')
  return data(await loadHome(context), { status: 404 })
}

export default function UnknownPage() {
  const { home, settings } = useLoaderData<typeof loader>()
  return <UnknownLanding home={home} settings={settings} />
}
