import { Link } from 'react-router'
import type { content } from '#contract/content.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { date, number } from '#contract/format.ts'
import { counted, reader } from '#contract/words.ts'
import { sharedWords } from '#web/platform/shared-words.ts'
import { ReviewCard } from '#web/ui/review-card.tsx'
import { galleryWords } from './words.ts'
import '#web/ui/styles/profile.css'

const t = reader(galleryWords)
const w = reader(sharedWords)
const scores = [5, 4, 3, 2, 1] as const

type Reviews = OutputOf<typeof content.reviews>

/** The histogram of all reviews, each bar a filter, and the newest of them. */
export function AllReviews({ total, histogram, reviews }: Reviews) {
  if (total === 0) return <p>{t('reviews.none')}</p>
  return (
    <>
      <nav aria-label="Score" className="histo">
        {scores.map((score) => {
          const count = histogram[score - 1] ?? 0
          return (
            <Link key={score} to={`?score=${score}`} className="histo-row" preventScrollReset>
              <span className="sr">{t('reviews.histogram', { score, reviews: counted(count, 'review', 'reviews') })}</span>
              <span aria-hidden="true">{score}</span>
              <meter className="bar-meter" min={0} max={total} value={count} aria-hidden="true" />
              <span aria-hidden="true" className="mut">
                {number(count)}
              </span>
            </Link>
          )
        })}
        <Link to="?" className="link tap" preventScrollReset>
          {w('word.all')}
        </Link>
      </nav>
      {reviews.length === 0 && <p>{t('reviews.none.filtered')}</p>}
      <div>
        {reviews.map((review) => (
          <ReviewCard
            key={review._id}
            review={{
              name: review.customerName,
              date: `${date(review.date, 'GB')}, ${[review.event, review.place].filter(Boolean).join(' in ')}`,
              rating: review.reviewScore,
              comments: review.comment,
              reply: review.reply ? { name: review.artist.name, date: '', comments: review.reply } : null,
            }}
            words={{ more: w('word.readMore'), less: w('word.showLess') }}
            action={
              <Link className="link tap" to={`/@/${review.artist.slug}`}>
                {review.artist.name}
              </Link>
            }
          />
        ))}
      </div>
    </>
  )
}
