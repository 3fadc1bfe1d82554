// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @gaussian_splat_render_c1(%p: tensor<5x3xf32>, %s: tensor<4x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects log_scales of shape 5x3, but got 4x3}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24} : (tensor<5x3xf32>, tensor<4x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c2(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x3x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects sh of shape [N, K, 3] with K one of 0, 1, 4, 9 and 16, but got 5x3x3}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x3x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c3(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<11xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects camera of shape 12, but got 11}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<11xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c4(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf64>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects operand #3 to have element type f32 like operand #0, but got f64}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf64>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c5(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects width in [1, 65536], but got 0}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 0, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c6(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects alpha_cutoff in [0, 1], but got 1.500000}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24, alpha_cutoff = 1.5} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c1_rank(%p: tensor<f32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects positions of shape 0x3, but got }}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24} : (tensor<f32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c1_rotations(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x3xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects rotations of shape 5x4, but got 5x3}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c1_opacity_logits(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5x1xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects opacity_logits of shape 5, but got 5x1}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5x1xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c1_colors(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x4xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects colors of shape 5x3, but got 5x4}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x4xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c1_sh(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x4xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects sh of shape 5x4x3, but got 5x4x4}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x4xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c2_dynamic(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x?x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects sh of shape [N, K, 3] with K one of 0, 1, 4, 9 and 16, but got 5x?x3}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x?x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c3_background(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects background of shape 3, but got 4}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<4xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c5_height(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects height in [1, 65536], but got 0}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 0} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c5_tile_size(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects tile_size in [1, 65536], but got 65537}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24, tile_size = 65537} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c5_max_splat_steps(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects max_splat_steps in [1, 65536], but got 0}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24, max_splat_steps = 0} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c5_max_list_entries(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects max_list_entries in [1, 2147483647], but got 0}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24, max_list_entries = 0} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c6_transmittance_threshold(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects transmittance_threshold in [0, 1], but got -0.500000}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24, transmittance_threshold = -0.5} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_c6_radius_scale(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render' op expects radius_scale to be positive and finite, but got 0.000000}}
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24, radius_scale = 0.0} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_prepare_c1(%p: tensor<5x3xf32>, %s: tensor<4x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_prepare' op expects log_scales of shape 5x3, but got 4x3}}
  %0, %1, %2 = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 32, height = 24} : (tensor<5x3xf32>, tensor<4x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>) -> (tensor<5x15xf32>, tensor<4x2xi64>, tensor<576xi64>)
  return
}

// -----

func.func @gaussian_splat_prepare_c2(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x3x3xf32>, %cam: tensor<12xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_prepare' op expects sh of shape [N, K, 3] with K one of 0, 1, 4, 9 and 16, but got 5x3x3}}
  %0, %1, %2 = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x3x3xf32>, tensor<12xf32>) -> (tensor<5x15xf32>, tensor<4x2xi64>, tensor<576xi64>)
  return
}

// -----

func.func @gaussian_splat_prepare_c3(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<11xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_prepare' op expects camera of shape 12, but got 11}}
  %0, %1, %2 = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<11xf32>) -> (tensor<5x15xf32>, tensor<4x2xi64>, tensor<576xi64>)
  return
}

// -----

func.func @gaussian_splat_prepare_c4(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf64>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_prepare' op expects operand #3 to have element type f32 like operand #0, but got f64}}
  %0, %1, %2 = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf64>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>) -> (tensor<5x15xf32>, tensor<4x2xi64>, tensor<576xi64>)
  return
}

// -----

func.func @gaussian_splat_prepare_c5(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_prepare' op expects width in [1, 65536], but got 0}}
  %0, %1, %2 = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 0, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>) -> (tensor<5x15xf32>, tensor<4x2xi64>, tensor<576xi64>)
  return
}

// -----

func.func @gaussian_splat_prepare_c6(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_prepare' op expects alpha_cutoff in [0, 1], but got 1.500000}}
  %0, %1, %2 = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 32, height = 24, alpha_cutoff = 1.5} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>) -> (tensor<5x15xf32>, tensor<4x2xi64>, tensor<576xi64>)
  return
}

// -----

func.func @gaussian_splat_rasterize_c1(%r: tensor<5x14xf32>, %t: tensor<4x2xi64>, %e: tensor<576xi64>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize' op expects records of shape 5x15, but got 5x14}}
  %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 32, height = 24} : (tensor<5x14xf32>, tensor<4x2xi64>, tensor<576xi64>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_rasterize_c1_background(%r: tensor<5x15xf32>, %t: tensor<4x2xi64>, %e: tensor<576xi64>, %bg: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize' op expects background of shape 3, but got 2}}
  %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 32, height = 24} : (tensor<5x15xf32>, tensor<4x2xi64>, tensor<576xi64>, tensor<2xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_rasterize_c2(%r: tensor<5x15xf32>, %t: tensor<5x2xi64>, %e: tensor<576xi64>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize' op expects ranges of shape 4x2, but got 5x2}}
  %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 32, height = 24} : (tensor<5x15xf32>, tensor<5x2xi64>, tensor<576xi64>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_rasterize_c3(%r: tensor<5x15xf32>, %t: tensor<4x2xi64>, %e: tensor<0xi64>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize' op expects at least one entry}}
  %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 32, height = 24} : (tensor<5x15xf32>, tensor<4x2xi64>, tensor<0xi64>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_rasterize_c3_rank(%r: tensor<5x15xf32>, %t: tensor<4x2xi64>, %e: tensor<2x3xi64>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize' op expects entries of rank 1, but got 2x3}}
  %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 32, height = 24} : (tensor<5x15xf32>, tensor<4x2xi64>, tensor<2x3xi64>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_rasterize_c4(%r: tensor<5x15xf32>, %t: tensor<4x2xi64>, %e: tensor<576xi64>, %bg: tensor<3xf64>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize' op expects operand #3 to have element type f32 like operand #0, but got f64}}
  %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 32, height = 24} : (tensor<5x15xf32>, tensor<4x2xi64>, tensor<576xi64>, tensor<3xf64>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_rasterize_c5(%r: tensor<5x15xf32>, %t: tensor<4x2xi64>, %e: tensor<576xi64>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize' op expects max_splat_steps in [1, 65536], but got 0}}
  %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 32, height = 24, max_splat_steps = 0} : (tensor<5x15xf32>, tensor<4x2xi64>, tensor<576xi64>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_rasterize_c6(%r: tensor<5x15xf32>, %t: tensor<4x2xi64>, %e: tensor<576xi64>, %bg: tensor<3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize' op expects alpha_cutoff in [0, 1], but got -0.500000}}
  %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 32, height = 24, alpha_cutoff = -0.5} : (tensor<5x15xf32>, tensor<4x2xi64>, tensor<576xi64>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return
}

// -----

func.func @gaussian_splat_render_backward_c1(%p: tensor<5x3xf32>, %s: tensor<4x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render_backward' op expects log_scales of shape 5x3, but got 4x3}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_render_backward %p, %s, %q, %o, %c, %h, %cam, %bg, %d {width = 32, height = 24} : (tensor<5x3xf32>, tensor<4x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>, tensor<24x32x4xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_render_backward_c2(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x3x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render_backward' op expects sh of shape [N, K, 3] with K one of 0, 1, 4, 9 and 16, but got 5x3x3}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_render_backward %p, %s, %q, %o, %c, %h, %cam, %bg, %d {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x3x3xf32>, tensor<12xf32>, tensor<3xf32>, tensor<24x32x4xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_render_backward_c3(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<11xf32>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render_backward' op expects camera of shape 12, but got 11}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_render_backward %p, %s, %q, %o, %c, %h, %cam, %bg, %d {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<11xf32>, tensor<3xf32>, tensor<24x32x4xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_render_backward_c4(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf64>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render_backward' op expects operand #3 to have element type f32 like operand #0, but got f64}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_render_backward %p, %s, %q, %o, %c, %h, %cam, %bg, %d {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf64>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>, tensor<24x32x4xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_render_backward_c5(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render_backward' op expects width in [1, 65536], but got 0}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_render_backward %p, %s, %q, %o, %c, %h, %cam, %bg, %d {width = 0, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>, tensor<24x32x4xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_render_backward_c6(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render_backward' op expects alpha_cutoff in [0, 1], but got 1.500000}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_render_backward %p, %s, %q, %o, %c, %h, %cam, %bg, %d {width = 32, height = 24, alpha_cutoff = 1.5} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>, tensor<24x32x4xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_render_backward_c7(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>, %d: tensor<32x24x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render_backward' op expects d_image of shape 24x32x4, but got 32x24x4}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_render_backward %p, %s, %q, %o, %c, %h, %cam, %bg, %d {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>, tensor<32x24x4xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_render_backward_c8(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render_backward' op expects loss_grad_clip to be positive, but got 0.000000}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_render_backward %p, %s, %q, %o, %c, %h, %cam, %bg, %d {width = 32, height = 24, loss_grad_clip = 0.0} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>, tensor<24x32x4xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_render_backward_c8_sh_band(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render_backward' op expects sh_band in [0, 3], but got 4}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_render_backward %p, %s, %q, %o, %c, %h, %cam, %bg, %d {width = 32, height = 24, sh_band = 4} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>, tensor<24x32x4xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_render_backward_c8_max_anisotropy(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_render_backward' op expects max_anisotropy to be at least 1, but got 0.500000}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_render_backward %p, %s, %q, %o, %c, %h, %cam, %bg, %d {width = 32, height = 24, max_anisotropy = 0.5} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<3xf32>, tensor<24x32x4xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_rasterize_backward_c1(%r: tensor<5x14xf32>, %t: tensor<4x2xi64>, %e: tensor<576xi64>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize_backward' op expects records of shape 5x15, but got 5x14}}
  %0 = rlx.gaussian_splat_rasterize_backward %r, %t, %e, %bg, %d {width = 32, height = 24} : (tensor<5x14xf32>, tensor<4x2xi64>, tensor<576xi64>, tensor<3xf32>, tensor<24x32x4xf32>) -> tensor<576x15xf32>
  return
}

// -----

func.func @gaussian_splat_rasterize_backward_c1_background(%r: tensor<5x15xf32>, %t: tensor<4x2xi64>, %e: tensor<576xi64>, %bg: tensor<2xf32>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize_backward' op expects background of shape 3, but got 2}}
  %0 = rlx.gaussian_splat_rasterize_backward %r, %t, %e, %bg, %d {width = 32, height = 24} : (tensor<5x15xf32>, tensor<4x2xi64>, tensor<576xi64>, tensor<2xf32>, tensor<24x32x4xf32>) -> tensor<576x15xf32>
  return
}

// -----

func.func @gaussian_splat_rasterize_backward_c2(%r: tensor<5x15xf32>, %t: tensor<5x2xi64>, %e: tensor<576xi64>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize_backward' op expects ranges of shape 4x2, but got 5x2}}
  %0 = rlx.gaussian_splat_rasterize_backward %r, %t, %e, %bg, %d {width = 32, height = 24} : (tensor<5x15xf32>, tensor<5x2xi64>, tensor<576xi64>, tensor<3xf32>, tensor<24x32x4xf32>) -> tensor<576x15xf32>
  return
}

// -----

func.func @gaussian_splat_rasterize_backward_c3(%r: tensor<5x15xf32>, %t: tensor<4x2xi64>, %e: tensor<0xi64>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize_backward' op expects at least one entry}}
  %0 = rlx.gaussian_splat_rasterize_backward %r, %t, %e, %bg, %d {width = 32, height = 24} : (tensor<5x15xf32>, tensor<4x2xi64>, tensor<0xi64>, tensor<3xf32>, tensor<24x32x4xf32>) -> tensor<576x15xf32>
  return
}

// -----

func.func @gaussian_splat_rasterize_backward_c3_rank(%r: tensor<5x15xf32>, %t: tensor<4x2xi64>, %e: tensor<2x3xi64>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize_backward' op expects entries of rank 1, but got 2x3}}
  %0 = rlx.gaussian_splat_rasterize_backward %r, %t, %e, %bg, %d {width = 32, height = 24} : (tensor<5x15xf32>, tensor<4x2xi64>, tensor<2x3xi64>, tensor<3xf32>, tensor<24x32x4xf32>) -> tensor<576x15xf32>
  return
}

// -----

func.func @gaussian_splat_rasterize_backward_c4(%r: tensor<5x15xf32>, %t: tensor<4x2xi64>, %e: tensor<576xi64>, %bg: tensor<3xf64>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize_backward' op expects operand #3 to have element type f32 like operand #0, but got f64}}
  %0 = rlx.gaussian_splat_rasterize_backward %r, %t, %e, %bg, %d {width = 32, height = 24} : (tensor<5x15xf32>, tensor<4x2xi64>, tensor<576xi64>, tensor<3xf64>, tensor<24x32x4xf32>) -> tensor<576x15xf32>
  return
}

// -----

func.func @gaussian_splat_rasterize_backward_c5(%r: tensor<5x15xf32>, %t: tensor<4x2xi64>, %e: tensor<576xi64>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize_backward' op expects max_splat_steps in [1, 65536], but got 0}}
  %0 = rlx.gaussian_splat_rasterize_backward %r, %t, %e, %bg, %d {width = 32, height = 24, max_splat_steps = 0} : (tensor<5x15xf32>, tensor<4x2xi64>, tensor<576xi64>, tensor<3xf32>, tensor<24x32x4xf32>) -> tensor<576x15xf32>
  return
}

// -----

func.func @gaussian_splat_rasterize_backward_c6(%r: tensor<5x15xf32>, %t: tensor<4x2xi64>, %e: tensor<576xi64>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize_backward' op expects alpha_cutoff in [0, 1], but got -0.500000}}
  %0 = rlx.gaussian_splat_rasterize_backward %r, %t, %e, %bg, %d {width = 32, height = 24, alpha_cutoff = -0.5} : (tensor<5x15xf32>, tensor<4x2xi64>, tensor<576xi64>, tensor<3xf32>, tensor<24x32x4xf32>) -> tensor<576x15xf32>
  return
}

// -----

func.func @gaussian_splat_rasterize_backward_c7(%r: tensor<5x15xf32>, %t: tensor<4x2xi64>, %e: tensor<576xi64>, %bg: tensor<3xf32>, %d: tensor<24x32x3xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_rasterize_backward' op expects d_image of shape 24x32x4, but got 24x32x3}}
  %0 = rlx.gaussian_splat_rasterize_backward %r, %t, %e, %bg, %d {width = 32, height = 24} : (tensor<5x15xf32>, tensor<4x2xi64>, tensor<576xi64>, tensor<3xf32>, tensor<24x32x3xf32>) -> tensor<576x15xf32>
  return
}

// -----

func.func @gaussian_splat_prepare_backward_c1(%p: tensor<5x3xf32>, %s: tensor<4x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %d: tensor<5x15xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_prepare_backward' op expects log_scales of shape 5x3, but got 4x3}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_prepare_backward %p, %s, %q, %o, %c, %h, %cam, %d {width = 32, height = 24} : (tensor<5x3xf32>, tensor<4x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<5x15xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_prepare_backward_c2(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x3x3xf32>, %cam: tensor<12xf32>, %d: tensor<5x15xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_prepare_backward' op expects sh of shape [N, K, 3] with K one of 0, 1, 4, 9 and 16, but got 5x3x3}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_prepare_backward %p, %s, %q, %o, %c, %h, %cam, %d {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x3x3xf32>, tensor<12xf32>, tensor<5x15xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_prepare_backward_c3(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<11xf32>, %d: tensor<5x15xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_prepare_backward' op expects camera of shape 12, but got 11}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_prepare_backward %p, %s, %q, %o, %c, %h, %cam, %d {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<11xf32>, tensor<5x15xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_prepare_backward_c4(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf64>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %d: tensor<5x15xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_prepare_backward' op expects operand #3 to have element type f32 like operand #0, but got f64}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_prepare_backward %p, %s, %q, %o, %c, %h, %cam, %d {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf64>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<5x15xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_prepare_backward_c5(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %d: tensor<5x15xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_prepare_backward' op expects width in [1, 65536], but got 0}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_prepare_backward %p, %s, %q, %o, %c, %h, %cam, %d {width = 0, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<5x15xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_prepare_backward_c6(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %d: tensor<5x15xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_prepare_backward' op expects alpha_cutoff in [0, 1], but got 1.500000}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_prepare_backward %p, %s, %q, %o, %c, %h, %cam, %d {width = 32, height = 24, alpha_cutoff = 1.5} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<5x15xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_prepare_backward_c7(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %d: tensor<4x15xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_prepare_backward' op expects d_records of shape 5x15, but got 4x15}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_prepare_backward %p, %s, %q, %o, %c, %h, %cam, %d {width = 32, height = 24} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<4x15xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}

// -----

func.func @gaussian_splat_prepare_backward_c8(%p: tensor<5x3xf32>, %s: tensor<5x3xf32>, %q: tensor<5x4xf32>, %o: tensor<5xf32>, %c: tensor<5x3xf32>, %h: tensor<5x4x3xf32>, %cam: tensor<12xf32>, %d: tensor<5x15xf32>) {
  // expected-error@+1 {{'rlx.gaussian_splat_prepare_backward' op expects sh_band in [0, 3], but got -1}}
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_prepare_backward %p, %s, %q, %o, %c, %h, %cam, %d {width = 32, height = 24, sh_band = -1} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>, tensor<12xf32>, tensor<5x15xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x4xf32>, tensor<5xf32>, tensor<5x3xf32>, tensor<5x4x3xf32>)
  return
}
