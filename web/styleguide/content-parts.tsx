import { Heart, Zap } from 'lucide-react'
import { useId, useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { FaqList } from '#web/ui/faq.tsx'
import { BookedOutMeter } from '#web/ui/meter.tsx'
import { Avatar, Picture } from '#web/ui/pictures/picture.tsx'
import { CustomerQuote, ReviewCard, type ReviewView } from '#web/ui/review-card.tsx'
import { Rating, Stars } from '#web/ui/stars.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import artistCardStyles from '#web/ui/artist-card.module.css'
import factsStyles from '#web/ui/facts.module.css'
import howStepsStyles from '#web/ui/how-steps.module.css'
import nextStepsStyles from '#web/ui/next-steps.module.css'
import scoreBarsStyles from '#web/ui/score-bars.module.css'
import tableStyles from '#web/ui/table.module.css'
import { getPicture, type Part, pictures } from './part.ts'

const short: ReviewView = {
  name: 'Ana D.',
  date: '12 June 2027',
  rating: 5,
  comments: 'Five faces done by half past one, and nobody was hurried.',
}
const words = { more: 'Read more', less: 'Show less' }

function Switched({ counted }: { counted?: boolean }) {
  const panel = useId()
  const [at, setAt] = useState<'mobile' | 'studio' | 'both'>('mobile')
  return (
    <div className="stack gap-8">
      <Tabs
        label="Where"
        value={at}
        onChange={setAt}
        panel={panel}
        tabs={[
          { value: 'mobile', label: 'Comes to you', ...(counted && { count: 12, icon: <Zap className="icon" /> }) },
          { value: 'studio', label: 'Studio', ...(counted && { count: 3 }) },
          { value: 'both', label: 'Both', ...(counted && { count: 0 }) },
        ]}
      />
      <div id={panel} role="tabpanel" aria-label={at}>
        {at}
      </div>
    </div>
  )
}

function ArtistCard({ offered, grey }: { offered?: boolean; grey?: boolean }) {
  return (
    <article
      className={joinClasses(
        artistCardStyles.card,
        offered && artistCardStyles.offered,
        grey && artistCardStyles.grey,
      )}>
      <div className={artistCardStyles.cover}>
        {pictures.slice(0, 3).map(({ src, alt }) => (
          <div className={artistCardStyles.picture} key={src}>
            <Picture src={src} alt={alt} />
          </div>
        ))}
      </div>
      <div className={artistCardStyles.topLeft}>
        <StatusBadge status={grey ? 'unavailable' : offered ? 'offered' : 'inDemand'} />
      </div>
      <div className={artistCardStyles.topRight}>
        <IconButton label="Save Mia Hollis" disc>
          <Heart className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      <div className={artistCardStyles.body}>
        <div className={artistCardStyles.person}>
          <Avatar size={60} className={artistCardStyles.cardFace} src={getPicture(0).src} alt="" />
          <div className="can-shrink">
            <h3 className={artistCardStyles.name}>
              <a href="#artist-card">Mia Hollis</a>
            </h3>
          </div>
        </div>
        <div className={artistCardStyles.facts}>
          <Rating rating={4.9} reviews={128} none="New" />
          <span>Hackney</span>
        </div>
        <div className={artistCardStyles.foot}>
          <div>
            <span className="number">£420</span>
            <p>for five people</p>
          </div>
          <Button size="small" disabled={grey}>
            See the day
          </Button>
        </div>
      </div>
    </article>
  )
}

export const contentParts: readonly Part[] = [
  { file: 'tabs', states: { plain: () => <Switched />, 'with icons and counts': () => <Switched counted /> } },
  {
    file: 'faq',
    states: {
      'the first is open': () => (
        <FaqList
          faqs={[
            { question: 'Who sees my address?', answer: 'The artist you book, from the day before.' },
            { question: 'May I move the day?', answer: 'Until 48 hours before, with her consent.' },
          ]}
        />
      ),
    },
  },
  {
    file: 'table',
    wide: true,
    states: {
      'a row chosen': () => (
        <div role="group" className={tableStyles.tableScroll} aria-label="Payments" tabIndex={0}>
          <table className={tableStyles.table}>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">What</th>
                <th scope="col" className={tableStyles.amount}>
                  Amount
                </th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>Fri 20 November 2026</td>
                <td>Deposit</td>
                <td className={tableStyles.amount}>£84.00</td>
              </tr>
              <tr data-chosen>
                <td>Sat 21 November 2026</td>
                <td>Refund</td>
                <td className={tableStyles.amount}>−£84.00</td>
              </tr>
            </tbody>
          </table>
        </div>
      ),
    },
  },
  {
    file: 'artist-card',
    states: {
      'in demand': () => <ArtistCard />,
      'to be booked at once': () => <ArtistCard offered />,
      unavailable: () => <ArtistCard grey />,
    },
  },
  {
    file: 'stars',
    states: {
      scores: () => (
        <div className="stack gap-4">
          {[0, 1, 2, 3, 4, 5].map((score) => (
            <Stars key={score} score={score} />
          ))}
        </div>
      ),
      'with how many': () => <Rating rating={4.9} reviews={128} none="New" />,
      'with none yet': () => <Rating rating={null} reviews={0} none="New" />,
    },
  },
  {
    file: 'score-bars',
    states: {
      shares: () => (
        <div className={scoreBarsStyles.scores}>
          {[
            [5, 90],
            [4, 30],
            [3, 0],
          ].map(([stars, share]) => (
            <div key={stars}>
              <span>{stars}</span>
              <span className={scoreBarsStyles.scoreBar}>
                <i style={{ width: `${share}%` }} />
              </span>
              <span className="muted">{share}</span>
            </div>
          ))}
        </div>
      ),
      'as links with a meter': () => (
        <a className={scoreBarsStyles.scoreRow} href="#score-bars">
          <span>5</span>
          <meter className={scoreBarsStyles.scoreMeter} min={0} max={100} value={70} aria-label="70 of 100" />
          <span className="muted">70</span>
        </a>
      ),
    },
  },
  {
    file: 'meter',
    states: Object.fromEntries(
      [0, 25, 70, 100].map((percent) => [
        `${percent} per cent`,
        () => <BookedOutMeter percent={percent} label={`${percent} per cent booked out`} />,
      ]),
    ),
  },
  {
    file: 'review-card',
    states: {
      short: () => <ReviewCard review={short} words={words} />,
      'long, with face, pictures and reply': () => (
        <ReviewCard
          review={{
            ...short,
            rating: 4,
            comments: 'She came early, laid out her brushes and asked each of us what we fear. '.repeat(7),
            avatar: getPicture(0),
            media: [getPicture(3), getPicture(4)],
            reply: { name: 'Mia Hollis', date: '13 June 2027', comments: 'What a morning. Thank you.' },
          }}
          words={words}
        />
      ),
      'words on a landing page': () => (
        <CustomerQuote picture={getPicture(1)} score={5} comment="Nobody was hurried.">
          Ana, Hackney
        </CustomerQuote>
      ),
    },
  },
  {
    file: 'how-steps',
    states: {
      three: () => (
        <ol className={howStepsStyles.howSteps}>
          {['9:00 AM', '11:30 AM', '1:30 PM'].map((hour) => (
            <li key={hour}>
              <span className="number">{hour}</span>
              <h3 className="title">A step</h3>
              <p>What happens then.</p>
            </li>
          ))}
        </ol>
      ),
    },
  },
  {
    file: 'facts',
    states: {
      two: () => (
        <dl className={factsStyles.facts}>
          <dt>Date</dt>
          <dd>Saturday, 12 June 2027</dd>
          <dt>Where</dt>
          <dd>The Glasshouse, 14 Mare Street, London</dd>
        </dl>
      ),
    },
  },
  {
    file: 'next-steps',
    states: {
      three: () => (
        <ol className={nextStepsStyles.steps}>
          <li>We look at your pictures.</li>
          <li>You hear from us within a day.</li>
          <li>Your profile opens.</li>
        </ol>
      ),
    },
  },
]
