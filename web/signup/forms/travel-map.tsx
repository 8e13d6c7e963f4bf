import { useEffect, useState } from 'react'
import { metresPerUnit } from '#contract/constants.ts'
import { formatDistance, formatMoney } from '#contract/format.ts'
import { toMinor } from '#contract/money.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { computeTravelCost, computeUnitsWithFee } from '#contract/price.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import signupStyles from '#web/signup/signup.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'

/** Returns the zoom at which a circle of some metres fills most of the map. */
const zoomFor = (metres: number): number =>
  metres > 28_000 ? 9 : metres > 14_000 ? 10 : metres > 7_000 ? 11 : metres > 3_500 ? 12 : 13

export function TravelMap({ profile, metres, label }: { profile: EditableProfile; metres: number; label: string }) {
  const [lng, lat] = profile.location.rounded
  // Rounded to kilometres, so that dragging the slider requests few maps.
  const circle = Math.max(1, Math.round(metres / 1000)) * 1000
  return (
    <div className={joinClasses(signupStyles.areaMap, pictureStyles.frame)}>
      <img
        src={`/v1/map/${lng.toFixed(2)},${lat.toFixed(2)},${zoomFor(circle)}.svg?circle=${circle}`}
        alt={`${label}: ${profile.location.area}, ${formatDistance(metres, profile.countryCode)}`}
        width={1280}
        height={1280}
      />
    </div>
  )
}

type Asked = { profile: EditableProfile; percent: number; radius: number; free: number; perUnit: number }

/** Returns a real place at about two thirds of the radius, and the travel price there. */
export function useTravelExample({
  profile,
  percent,
  radius,
  free,
  perUnit,
}: Asked): { place: string; distance: string; amount: string } | null {
  const [found, setFound] = useState<{ place: string; metres: number } | null>(null)
  const [lng, lat] = profile.location.rounded
  const unit = metresPerUnit[profile.distanceUnit]
  const reach = Math.round(radius * unit * 0.66)
  // Follows the slider; the last example stays until the next response.
  useEffect(() => {
    let over = false
    const timer = setTimeout(() => {
      const north = reach / 111_195
      const near = `${(lng + north / Math.max(0.1, Math.cos((lat * Math.PI) / 180)) / Math.SQRT2).toFixed(4)},${(lat + north / Math.SQRT2).toFixed(4)}`
      browserApi()
        .places.find({ near, limit: '1' }, { auth: false })
        .then(([place]) => {
          if (!over && place) setFound({ place: place.text, metres: metresBetween([lng, lat], place.center) })
        })
        .catch(() => {})
    }, 300)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [lng, lat, reach])
  if (!found) return null
  const costMinor = computeTravelCost({
    metres: found.metres,
    freeMetres: free * unit,
    metresPerUnit: unit,
    costPerUnitMinor: toMinor(perUnit),
  })
  return {
    place: found.place,
    distance: formatDistance(found.metres, profile.countryCode),
    amount: formatMoney(computeUnitsWithFee(costMinor, percent), profile.currency),
  }
}

function metresBetween([lng1, lat1]: readonly [number, number], [lng2, lat2]: readonly [number, number]): number {
  const radians = Math.PI / 180
  const a =
    Math.sin(((lat2 - lat1) * radians) / 2) ** 2 +
    Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * Math.sin(((lng2 - lng1) * radians) / 2) ** 2
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(a))
}
