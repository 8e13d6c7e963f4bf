import { data, type MetaFunction } from 'react-router'
import { createTranslator } from '#contract/i18n/messages.ts'
import { createHead } from '#web/platform/head.ts'
import { errorMessages } from './error-page.tsx'
import { NotFound } from './not-found.tsx'

export const meta: MetaFunction = () =>
  createHead({ title: createTranslator(errorMessages)('error.404.meta'), publicUrl: '', noindex: true })

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFoundPage() {
  return <NotFound />
}
