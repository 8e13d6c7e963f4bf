import { data, type MetaFunction } from 'react-router'
import { reader } from '#contract/words.ts'
import { head } from '#web/platform/head.ts'
import { errorWords } from './error-words.ts'
import { NotFound } from './not-found.tsx'

export const meta: MetaFunction = () =>
  head({ title: reader(errorWords)('error.404.meta'), publicUrl: '', noindex: true })

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFoundPage() {
  return <NotFound />
}
