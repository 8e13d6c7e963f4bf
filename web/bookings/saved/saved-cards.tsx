import type { SavedArtist } from '#contract/bookings/own-bookings.ts'
import { reader } from '#contract/words.ts'
import { customerWords } from '#web/accounts/dashboard/dashboard-words.ts'
import { Heart } from '#web/providers/heart.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Avatar, Picture } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import '#web/ui/styles/provider-card.css'

const t = reader(customerWords)

/** The artists that somebody saved; a heart takes one off again, and on again. */
export function SavedCards({ artists }: { artists: readonly SavedArtist[] }) {
  return (
    <ul className="saved-grid plain-list">
      {artists.map((artist) => (
        <li key={artist._id}>
          <SavedCard artist={artist} />
        </li>
      ))}
    </ul>
  )
}

function SavedCard({ artist }: { artist: SavedArtist }) {
  return (
    <article className="pc saved-card" aria-label={artist.name}>
      <div className="cov one">
        <div className="p">
          <Picture src={artist.coverImg.src} alt={artist.coverImg.alt} width={480} height={360} loading="lazy" />
        </div>
      </div>
      <div className="tr">
        <Heart id={artist._id} name={artist.name} />
      </div>
      <div className="bd">
        <div className="who">
          <Avatar
            size={60}
            className="card-face"
            src={artist.profileImg.src}
            alt={artist.profileImg.alt}
            loading="lazy"
          />
          <h3 className="nm">{artist.name}</h3>
        </div>
        <div className="meta">
          <Rating rating={artist.rating} reviews={artist.totalReviews} none="New on Primp" />
          <span>{artist.area}</span>
        </div>
        <div className="end">
          {artist.live ? (
            <ButtonLink kind="secondary" to={`/@/${artist.slug}`}>
              {t('cd.saved.view')}
            </ButtonLink>
          ) : (
            <p className="small mut">{t('cd.saved.away')}</p>
          )}
        </div>
      </div>
    </article>
  )
}
