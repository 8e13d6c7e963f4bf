/** The content of a place page that no other page shows. */
export type PageEvidence = {
  name: string
  country: string
  /** Artists based in the place. */
  residents: number
  /** For a part of a city: residents of the city who are based elsewhere in it. Null for a city or town. */
  residentsElsewhere: number | null
  /** Bookings, quotes and reviews of events in the place. */
  bookings: number
  quotes: number
  reviews: number
  /**
   * For the page of an occasion: the residents with reviews of it, their number, and whether its text is written for the
   * occasion. Null for the place page.
   */
  occasion: { artists: number; reviews: number; hasOwnText: boolean } | null
}

const leastResidents = 3
export const leastBookings = 10
export const leastQuotes = 5
export const leastReviews = 5
export const leastOccasionReviews = 30

/**
 * Decides whether search engines may index a place page or the page of an occasion there. A place page must stand
 * alone: at least three residents, or bookings, prices and reviews from the place. A part of a city whose residents are
 * almost all of the city's would repeat the city's page. The page of an occasion, of a whole city or town, needs a text
 * and reviews of that occasion as well.
 */
export function isIndexed({
  name,
  country,
  residents,
  residentsElsewhere,
  bookings,
  quotes,
  reviews,
  occasion,
}: PageEvidence): boolean {
  if (isFacility(name, country)) return false
  const hasOwnResidents =
    residents >= leastResidents && (residentsElsewhere === null || residentsElsewhere >= leastResidents)
  const standsAlone = hasOwnResidents || (bookings >= leastBookings && quotes >= leastQuotes && reviews >= leastReviews)
  if (occasion === null) return standsAlone
  const { artists, reviews: praise, hasOwnText } = occasion
  return (
    standsAlone &&
    residentsElsewhere === null &&
    hasOwnText &&
    artists >= leastResidents &&
    praise >= leastOccasionReviews
  )
}

const facilities = /\b(airport|airfield|aerodrome|heliport|hospital|infirmary|medical cent(er|re)|clinic)$/i
/** Airports whose name in the gazetteer does not say so. Heathrow in Florida is a town. */
const airportPlaces = new Set(['GB Heathrow', 'GB Gatwick', 'US LAX'])

/** Returns true for airports and hospitals, which can be searched for but have no page of their own. */
export const isFacility = (name: string, country: string): boolean =>
  facilities.test(name) || airportPlaces.has(`${country} ${name}`)
