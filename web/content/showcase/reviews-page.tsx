import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { score as scoreText } from '#contract/format.ts'
import { mostPages } from '#contract/constants.ts'
import { head } from '#web/platform/head.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { publicUrlOf } from '#web/shell/site.ts'
import { AllReviews, type Asked } from './all-reviews.tsx'
import { TextReading } from '#web/content/reading/text-reading.tsx'

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return head({ title: 'Primp', publicUrl: publicUrlOf(matches), noindex: true })
  const { page, reviews } = loaderData
  const facts = reviews.average === null ? [] : [{ label: 'average score', value: scoreText(reviews.average) }]
  return head({
    title: page.title,
    description: page.description,
    path: '/content/reviews',
    publicUrl: publicUrlOf(matches),
    facts,
  })
}

const between = (text: string | null, least: number, most: number): number | null =>
  /^\d{1,3}$/.test(text ?? '') && Number(text) >= least && Number(text) <= most ? Number(text) : null

export async function loader({ context, request }: LoaderFunctionArgs) {
  const said = new URL(request.url).searchParams
  const place = said.get('place') ?? ''
  const asked: Asked = {
    score: between(said.get('score'), 1, 5),
    pages: between(said.get('pages'), 1, mostPages) ?? 1,
    place: /^[A-Z]{2}:.{1,80}$/.test(place) ? place : '',
    category: (said.get('category') ?? '').slice(0, 60),
  }
  const { texts, showcase } = serverApi(context)
  const [{ page }, reviews] = await Promise.all([
    texts.read({ page: 'reviews' }),
    showcase.reviews({
      score: asked.score ?? undefined,
      place: asked.place || undefined,
      category: asked.category || undefined,
      pages: asked.pages,
    }),
  ])
  return { page, reviews, asked }
}

/** /content/reviews: every review of the market, and the rules behind them. */
export default function ReviewsPage() {
  const { page, reviews, asked } = useLoaderData<typeof loader>()
  return (
    <TextReading page={page}>
      <AllReviews key={`${asked.place} ${asked.category}`} {...reviews} asked={asked} />
    </TextReading>
  )
}
