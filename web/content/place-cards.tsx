import type { PopularPlace } from '#contract/content/content.ts'
import { formatMoney } from '#contract/format.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import contentStyles from './content.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'

interface PlaceCardsProps {
  places: readonly PopularPlace[]
  under: (place: PopularPlace, minPrice: string | null) => string
  /** Returns a second line; null for none. */
  far?: (place: PopularPlace) => string | null
  mixed?: boolean
}

export function PlaceCards({ places, under, far, mixed }: PlaceCardsProps) {
  return (
    <ul className={contentStyles.places}>
      {places.map((place) => (
        <li key={place.link}>
          <SiteLink className={contentStyles.place} to={place.link}>
            <div className={joinClasses(pictureStyles.frame, contentStyles.frame)}>
              <Picture src={place.img.src} alt="" width={240} height={240} />
            </div>
            <span>
              <b>{place.label}</b>
              <small>
                {under(place, place.minPrice === null ? null : formatMoney(place.minPrice, place.currency, { mixed }))}
              </small>
              {far?.(place) && <small>{far(place)}</small>}
            </span>
          </SiteLink>
        </li>
      ))}
    </ul>
  )
}
