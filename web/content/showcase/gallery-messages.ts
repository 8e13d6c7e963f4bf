import { defineMessages } from '#contract/i18n/messages.ts'

export const galleryMessages = defineMessages({
  'gallery.filter.look': 'Look',
  'gallery.filter.texture': 'Texture',
  'gallery.filter.tone': 'Skin tone',
  'gallery.tone.label': 'Skin tone {n} of ten',
  'gallery.count': '{n, plural, one {1 picture} other {{n} pictures}}',
  'gallery.count.more': 'The first {n} pictures',
  'gallery.by': '{name}, {area}',
  'gallery.open': 'Open picture: {alt}',
  'gallery.find': 'Find artists near you who do this',
  'gallery.all': 'All {look}',
  'gallery.others': 'More work',
  'gallery.filter.place': 'Place',
  'gallery.filter.place.all': 'All places',
  'gallery.filter.show': 'Show pictures',
  'gallery.near': 'Find artists near you',
  'gallery.artist': "See {firstName}'s page",
  'gallery.drawn': 'Some pictures are our drawings, shown until the artist adds their own.',
  'gallery.filters': 'Filters',
  'gallery.filters.on': '{n, plural, one {1 filter} other {{n} filters}}',
})

export const reviewMessages = defineMessages({
  'reviews.filter.place': 'Place',
  'reviews.filter.service': 'Service',
  'reviews.filter.place.all': 'All places',
  'reviews.filter.service.all': 'All services',
  'reviews.filter.score': 'Rating',
  'reviews.filter.score.all': 'All ratings',
  'reviews.filter.show': 'Show reviews',
  'reviews.histogram': '{score} of 5: {reviews}',
  'reviews.average': '{score} out of 5',
  'reviews.none': 'No reviews yet. Reviews come only from bookings on Primp.',
  'reviews.none.filtered': 'No reviews match these filters.',
  'reviews.order': 'Newest first. Within a day, reviews with pictures come first.',
  'reviews.count': '{n, plural, one {1 review} other {{n} reviews}}',
})
