# What doxygen reads in place of a header: its comments are for people, "//" before what they tell of or behind it.
1{
  s|^//|/// \\file\n///|
  s|^/\* |/** \\file\n * |
  b
}
# Code in a comment.
/^ *\/\/   /{
  s|^( *)//   |\1///     |
  b
}
# A whole line; one that goes on with what stands behind something is far to the right.
/^ *\/\//{
  s/</\&lt;/g
  s/@/\\@/g
  s|^( {8,})//|\1///<|
  s|^( *)//( .*)?$|\1///\2|
  b
}
# Behind something.
:again
s|^([^"]*[;,{}] +// [^<]*)<|\1\&lt;|
t again
s|([;,{}] +// .*[^\\])@|\1\\@|
t again
s|([;,{}]) +// |\1 ///< |
# Of C.
s|^( *)/\* |\1/** |
s|([;,]) +/\* |\1 /**< |
