import { countOf } from '#contract/i18n/counts.ts'
import { Form, Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useSubmit } from 'react-router'
import { mostPages } from '#contract/constants.ts'
import type { showcase, ShowcaseReview } from '#contract/content/showcase.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate, formatScore as scoreText } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { TextReading } from '#web/content/reading/text-reading.tsx'
import { serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { groupByParty, formatBookingParts, PartyGroup, PartyLabel } from '#web/reviews/party/party-parts.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { ReviewCard } from '#web/ui/review-card.tsx'
import { Stars } from '#web/ui/stars.tsx'
import scoreBarsStyles from '#web/ui/score-bars.module.css'
import { reviewMessages } from './gallery-messages.ts'
import styles from './reviews-page.module.css'

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return createHead({ title: 'Primp', publicUrl: getPublicUrl(matches), noindex: true })
  const { page, reviews } = loaderData
  const facts = reviews.average === null ? [] : [{ label: 'average score', value: scoreText(reviews.average) }]
  return createHead({
    title: page.title,
    description: page.description,
    path: '/content/reviews',
    publicUrl: getPublicUrl(matches),
    facts,
  })
}

const between = (text: string | null, least: number, most: number): number | null =>
  /^\d{1,3}$/.test(text ?? '') && Number(text) >= least && Number(text) <= most ? Number(text) : null

export async function loader({ context, request }: LoaderFunctionArgs) {
  const said = new URL(request.url).searchParams
  const place = said.get('place') ?? ''
  const asked: ReviewFilters = {
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

export default function ReviewsPage() {
  const { page, reviews, asked } = useLoaderData<typeof loader>()
  return (
    <TextReading page={page}>
      <AllReviews key={`${asked.place} ${asked.category}`} {...reviews} asked={asked} />
    </TextReading>
  )
}

const t = createTranslator(reviewMessages)
const w = createTranslator(sharedMessages)
const scores = [5, 4, 3, 2, 1] as const

type Reviews = OutputOf<typeof showcase.reviews>
/** Filters in the address. */
interface ReviewFilters {
  place: string
  category: string
  score: number | null
  pages: number
}

const addressOf = ({ place, category, score, pages }: ReviewFilters): string => {
  const said = Object.entries({
    place,
    category,
    score: score ? String(score) : '',
    pages: pages > 1 ? String(pages) : '',
  }).filter(([, value]) => value !== '')
  return `?${new URLSearchParams(said)}`
}

/** All reviews, with filters by place and service, a histogram, and pagination. */
function AllReviews({ asked, ...found }: Reviews & { asked: ReviewFilters }) {
  const { total, histogram, reviews, more } = found
  const filtered = asked.place !== '' || asked.category !== ''
  if (total === 0 && !filtered) return <Empty drawing="letter" title={t('reviews.none')} />
  return (
    <div className={styles.allReviews} data-wide>
      <div className={joinClasses('stack', styles.narrowing)}>
        {found.average !== null && (
          <div className={styles.average}>
            <span className="number" aria-hidden="true">
              {scoreText(found.average)}
            </span>
            <div>
              <Stars score={found.average} label={t('reviews.average', { score: scoreText(found.average) })} />
              <p className="small muted">{filtered ? countOf('reviews', total) : t('reviews.outOf')}</p>
            </div>
          </div>
        )}
        <nav aria-label={t('reviews.filter.score')} className={scoreBarsStyles.scores}>
          {scores.map((score) => {
            const count = histogram[score - 1] ?? 0
            return (
              <Link
                key={score}
                to={addressOf({ ...asked, score, pages: 1 })}
                className={joinClasses(scoreBarsStyles.scoreRow, asked.score === score && 'bold')}
                aria-current={asked.score === score ? 'true' : undefined}
                preventScrollReset>
                <span className="visually-hidden">
                  {t('reviews.histogram', { score, reviews: countOf('reviews', count) })}
                </span>
                <span aria-hidden="true">{score}</span>
                <meter
                  className={scoreBarsStyles.scoreMeter}
                  min={0}
                  max={Math.max(1, total)}
                  value={count}
                  aria-hidden="true"
                />
                <span aria-hidden="true" className="muted">
                  {formatBookingParts(count)}
                </span>
              </Link>
            )
          })}
          {asked.score && (
            <Link to={addressOf({ ...asked, score: null, pages: 1 })} className="link tap-target" preventScrollReset>
              {t('reviews.filter.score.all')}
            </Link>
          )}
        </nav>
        <Filters asked={asked} {...found} />
      </div>
      <div className="stack can-shrink">
        <p className="small muted" role="status">
          {total === 0 || reviews.length === 0
            ? t('reviews.none.filtered')
            : // Without filters, the text above the list has the count.
              (filtered || asked.score) &&
              `${t('reviews.count', { n: asked.score ? Math.ceil(histogram[asked.score - 1] ?? 0) : total })}. `}
          {reviews.length > 0 && t('reviews.order')}
        </p>
        <div>
          {groupByParty(reviews).map((group) => {
            const cards = group.map((review) => (
              <ReviewCard
                key={review._id}
                review={shown(review)}
                words={{ more: w('word.readMore'), less: w('word.showLess') }}
                subject={
                  <Link className={styles.artist} to={`/@/${review.artist.slug}`}>
                    <Avatar size={40} src={review.artist.profileImg.src} alt="" />
                    <b className="title">{review.artist.name}</b>
                  </Link>
                }
              />
            ))
            // Filtered by score, each review is shown separately.
            return group.length > 1 && !asked.score ? (
              <PartyGroup key={group[0]?._id} of={group[0]?.party?.of ?? group.length}>
                {cards}
              </PartyGroup>
            ) : (
              cards
            )
          })}
        </div>
        {more && (
          <ButtonLink kind="secondary" to={addressOf({ ...asked, pages: asked.pages + 1 })} preventScrollReset>
            {w('word.loadMore')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

const shown = ({ name, rating, comments, media, reply, artist, ...review }: ShowcaseReview) => ({
  name,
  rating,
  comments,
  media,
  date: (
    <>
      {`${formatDate(review.date, 'GB')}, ${[review.event, artist.area].filter(Boolean).join(' in ')}`}
      {review.party && <PartyLabel party={review.party} />}
    </>
  ),
  reply: reply && { name: artist.name, date: formatDate(reply.date, 'GB'), comments: reply.comments },
})

/** Filters that submit on change, with a button if there is no script. */
function Filters({ asked, places, categories }: Pick<Reviews, 'places' | 'categories'> & { asked: ReviewFilters }) {
  const submit = useSubmit()
  const choices = (of: readonly { value: string; label: string }[]) =>
    of.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))
  return (
    <Form
      method="get"
      className={styles.reviewFilters}
      preventScrollReset
      onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}>
      <SelectField label={t('reviews.filter.place')} name="place" defaultValue={asked.place}>
        <option value="">{t('reviews.filter.place.all')}</option>
        {choices(places)}
      </SelectField>
      <SelectField label={t('reviews.filter.service')} name="category" defaultValue={asked.category}>
        <option value="">{t('reviews.filter.service.all')}</option>
        {choices(categories)}
      </SelectField>
      {asked.score && <input type="hidden" name="score" value={asked.score} />}
      <noscript>
        <Button type="submit" kind="secondary">
          {t('reviews.filter.show')}
        </Button>
      </noscript>
    </Form>
  )
}
