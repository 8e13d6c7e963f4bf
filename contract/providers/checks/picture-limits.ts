export const mostPictures = 3
