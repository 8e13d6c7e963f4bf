import type { Minor } from '#contract/money.ts'
import type { Skill as DrawnSkill } from '#art/face/look.ts'
import type { FaceOptions } from '#art/face/face.ts'
import type { Metro, Mode, Neighbourhood, Policy, Pronoun, Standing } from '#db/cast/material.ts'

export type Craft = 'makeup' | 'hair' | 'nails' | 'mehndi' | 'lessons'

export type Person = {
  key: string
  given: string
  family: string
  name: string
  slug: string
  pronoun: Pronoun
  heritage: string
  metro: Metro
  base: Neighbourhood
  lng: number
  lat: number
  years: number
  standing: Standing['id']
  mode: Mode
  crafts: readonly Craft[]
  skills: readonly string[]
  artists: readonly { name: string; does: readonly string[] }[]
}

export type Terms = {
  radiusMetres: number
  freeMetres: number
  perUnitMinor: Minor
  minimumMinor: Minor
  instant: boolean
  depositShare: number
  policy: Policy
  bufferMinutes: number
  noticeHours: number
  horizonDays: number
  opensMinute: number
  closesMinute: number
  earlyBeforeMinute: number | null
  earlyFeeMinor: Minor
  onlineBalance: boolean
  featured: boolean
  vaccinated: boolean
  covidTrained: boolean
  answerMinutes: number
  answeredPercent: number
  cancelledPercent: number
  paused: boolean
}

export type OfferedService = { id: string; costMinor: Minor; minutes: number | null }

export type SampleReview = {
  author: string
  customer?: string
  category: string
  event: string
  score: number
  comments: string
  reply: string | null
  repliedAt: number | null
  createdAt: number
  photo: boolean
}

export type Job = { kind: 'appointment' | 'booked_out'; from: number; to: number; date: string }

/** A complete sample provider. Instants are epoch seconds. */
export type SampleProvider = Person & {
  terms: Terms
  services: readonly OfferedService[]
  languages: readonly string[]
  shades: readonly string[]
  kit: readonly string[]
  bio: string
  joinedAt: number
  bookings: number
  reviews: readonly SampleReview[]
  reviewCount: number
  reviewSum: number
  diary: readonly Job[]
  drawn: { skills: readonly DrawnSkill[]; self?: Partial<FaceOptions> }
}
