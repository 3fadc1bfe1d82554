// RUN: rlx-check %{sample} %s %{quick-lanes}

// Expected values from NumPy's fft and ifft (double precision); norm none: unscaled both ways.

func.func @block() -> tensor<2x8xf32> {
  %x = check.literal dense<[[0.5, 1.5, 1.0, -1.0, 1.25, -0.25, -0.75, -1.0], [-0.75, 1.5, -2.0, 1.25, -1.0, -0.25, 0.0, 0.25]]> : tensor<2x8xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %w = check.literal dense<[[2.0, 0.25, 1.0, -1.25, -0.75, -0.5, 1.75, 4.5], [0.0, 0.75, -5.5, 1.75, -1.0, -1.25, -1.0, -0.75]]> : tensor<2x8xf32>
  check.expect_close %0, %w {atol = 5.0e-6} : tensor<2x8xf32>, tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

func.func @block_inverse() -> tensor<2x8xf32> {
  %x = check.literal dense<[[2.0, 1.25, 0.5, 2.0, -1.75, 0.0, -0.25, 1.75], [-1.25, -1.25, 0.5, -1.75, 0.5, 0.0, 0.0, -1.0]]> : tensor<2x8xf32>
  %0 = rlx.fft block %x axis = -1 {inverse = true} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %w = check.literal dense<[[1.4375, 0.8125, -0.1875, -0.0625, -0.0625, -0.5625, -0.9375, -0.1875], [-0.9375, -0.6875, 0.5625, -0.1875, -0.125, 0.25, 0.375, 0.0]]> : tensor<2x8xf32>
  check.expect_close %0, %w {atol = 5.0e-6} : tensor<2x8xf32>, tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

func.func @block_first_axis() -> tensor<6x2xf32> {
  %x = check.literal dense<[[-2.0, -1.25], [0.75, -1.25], [-0.5, -2.0], [1.25, -1.5], [-1.0, 1.5], [0.0, 1.5]]> : tensor<6x2xf32>
  %0 = rlx.fft block %x axis = 0 : (tensor<6x2xf32>) -> tensor<6x2xf32>
  %w = check.literal dense<[[-1.75, -4.5], [-2.9910254037844384, 0.375], [-1.2589745962155614, 0.375], [0.25, 1.5], [0.6674682452694518, -3.649519052838329], [2.832531754730548, -2.350480947161671]]> : tensor<6x2xf32>
  check.expect_close %0, %w {atol = 5.0e-6} : tensor<6x2xf32>, tensor<6x2xf32>
  return %0 : tensor<6x2xf32>
}

func.func @forward() -> tensor<12xf32> {
  %x = check.literal dense<[0.5, 1.0, -1.75, 0.25, 0.0, 1.5, -0.5, 0.5, -1.75, -0.5, -0.75, -1.5]> : tensor<12xf32>
  %0 = rlx.fft block %x axis = 0 norm = forward : (tensor<12xf32>) -> tensor<12xf32>
  %w = check.literal dense<[0.25, 0.5401709006307397, 0.4955127018922193, -0.6666666666666665, -0.3705127018922193, 0.25149576603592677, -0.75, 0.4497595264191645, -0.05542195912175803, -0.24999999999999994, 0.305421959121758, -0.19975952641916453]> : tensor<12xf32>
  check.expect_close %0, %w {atol = 5.0e-6} : tensor<12xf32>, tensor<12xf32>
  return %0 : tensor<12xf32>
}

func.func @forward_inverse() -> tensor<12xf32> {
  %x = check.literal dense<[1.25, -0.5, 2.0, 0.25, 0.5, 0.5, 0.75, -1.5, -0.25, -1.0, -0.5, -1.5]> : tensor<12xf32>
  %0 = rlx.fft block %x axis = 0 norm = forward {inverse = true} : (tensor<12xf32>) -> tensor<12xf32>
  %w = check.literal dense<[4.0, -0.4665063509461096, 0.46650635094610965, 3.4999999999999996, 0.03349364905389035, -0.033493649053890184, -4.0, 1.0580127018922194, -0.5400635094610964, 4.0, 3.7900635094610964, 0.1919872981077806]> : tensor<12xf32>
  check.expect_close %0, %w {atol = 5.0e-6} : tensor<12xf32>, tensor<12xf32>
  return %0 : tensor<12xf32>
}

func.func @ortho() -> tensor<10xf32> {
  %x = check.literal dense<[1.75, -1.25, 0.75, -0.75, 1.5, 0.75, -1.5, 1.5, 1.75, 1.5]> : tensor<10xf32>
  %0 = rlx.fft block %x axis = 0 norm = ortho : (tensor<10xf32>) -> tensor<10xf32>
  %w = check.literal dense<[0.8944271909999159, -0.5245196591367725, 0.0099076252714836, 1.3744382595408744, 2.1588655439491307, 1.7888543819998317, -0.06510432232404267, 2.145417535709091, -0.5763192351465859, -1.615797377113452]> : tensor<10xf32>
  check.expect_close %0, %w {atol = 5.0e-6} : tensor<10xf32>, tensor<10xf32>
  return %0 : tensor<10xf32>
}

func.func @ortho_inverse() -> tensor<10xf32> {
  %x = check.literal dense<[0.25, -1.5, -1.25, 1.75, 0.25, -1.25, 1.5, 0.5, 0.25, -0.5]> : tensor<10xf32>
  %0 = rlx.fft block %x axis = 0 norm = ortho {inverse = true} : (tensor<10xf32>) -> tensor<10xf32>
  %w = check.literal dense<[-0.22360679774997896, -1.1582112493356997, 0.213756186956103, 1.0525557091063602, 0.674523145398163, 0.22360679774997896, -2.2250890678929145, -0.0012114529823611185, -1.6331344318299967, 0.8407431830805563]> : tensor<10xf32>
  check.expect_close %0, %w {atol = 5.0e-6} : tensor<10xf32>, tensor<10xf32>
  return %0 : tensor<10xf32>
}

func.func @none() -> tensor<8xf32> {
  %x = check.literal dense<[-0.25, -1.0, -1.75, 1.5, -0.25, 0.25, -0.75, 1.0]> : tensor<8xf32>
  %0 = rlx.fft block %x axis = 0 norm = none : (tensor<8xf32>) -> tensor<8xf32>
  %w = check.literal dense<[-1.5, 0.75, -2.5, 2.25, 0.25, 3.0, -2.25, -2.0]> : tensor<8xf32>
  check.expect_close %0, %w {atol = 5.0e-6} : tensor<8xf32>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @none_inverse() -> tensor<8xf32> {
  %x = check.literal dense<[-2.0, -0.5, -2.0, -1.5, 1.75, 0.75, -0.25, 0.0]> : tensor<8xf32>
  %0 = rlx.fft block %x axis = 0 norm = none {inverse = true} : (tensor<8xf32>) -> tensor<8xf32>
  %w = check.literal dense<[-6.0, -0.75, -2.0, 0.75, 2.25, 3.0, 0.75, 1.0]> : tensor<8xf32>
  check.expect_close %0, %w {atol = 5.0e-6} : tensor<8xf32>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @pairs() -> tensor<2x3x2xf32> {
  %x = check.literal dense<[[[1.5, 1.0], [-0.5, 1.75], [0.25, -1.5]], [[0.75, 1.75], [-0.5, -2.0], [0.0, 1.0]]]> : tensor<2x3x2xf32>
  %0 = rlx.fft pairs %x axis = -2 : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %w = check.literal dense<[[[1.25, 1.25], [4.439582562299425, 1.524519052838329], [-1.1895825622994254, 0.225480947161671]], [[0.25, 0.75], [-1.598076211353316, 2.683012701892219], [3.598076211353316, 1.8169872981077808]]]> : tensor<2x3x2xf32>
  check.expect_close %0, %w {atol = 5.0e-6} : tensor<2x3x2xf32>, tensor<2x3x2xf32>
  return %0 : tensor<2x3x2xf32>
}

func.func @pairs_middle() -> tensor<?x3x?x2xf32> {
  %x = check.literal dense<[[[[1.25, -1.25], [-1.5, -0.5]], [[-0.25, 1.75], [1.25, 0.25]], [[-2.0, -0.75], [0.5, -1.0]]], [[[1.25, 1.75], [0.0, -0.25]], [[1.0, 2.0], [-1.0, 0.0]], [[-1.25, 0.0], [-0.5, 1.5]]]]> : tensor<2x3x2x2xf32> to tensor<?x3x?x2xf32>
  %0 = rlx.fft pairs %x axis = 1 norm = backward {inverse = true} : (tensor<?x3x?x2xf32>) -> tensor<?x3x?x2xf32>
  %w = check.literal dense<[[[[-0.3333333333333333, -0.08333333333333333], [0.08333333333333333, -0.41666666666666663]], [[0.06997883017963454, -0.0781518477924108], [-1.1525105849101827, 0.174839684279443]], [[1.5133545031536988, -1.0885148188742557], [-0.4308227484231506, -0.25817301761277633]]], [[[0.3333333333333333, 1.25], [-0.5, 0.41666666666666663]], [[-0.11901693585629239, 0.899519052838329], [0.6830127018922193, -0.4776709006307397]], [[1.035683602522959, -0.3995190528383289], [-0.18301270189221933, -0.18899576603592688]]]]> : tensor<2x3x2x2xf32> to tensor<?x3x?x2xf32>
  check.expect_close %0, %w {atol = 5.0e-6} : tensor<?x3x?x2xf32>, tensor<?x3x?x2xf32>
  return %0 : tensor<?x3x?x2xf32>
}

func.func @one() -> tensor<3x2xf32> {
  %x = check.literal dense<[[1.0, 1.5], [0.25, -0.25], [-0.25, 1.75]]> : tensor<3x2xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %w = check.literal dense<[[1.0, 1.5], [0.25, -0.25], [-0.25, 1.75]]> : tensor<3x2xf32>
  check.expect_close %0, %w {atol = 5.0e-6} : tensor<3x2xf32>, tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

func.func @seven() -> tensor<2x14xf64> {
  %x = check.literal dense<[[-1.75, -0.25, 0.0, 1.75, -1.0, 1.25, 0.75, -1.25, 1.75, 1.25, -1.5, 0.5, 0.0, 0.5], [0.75, 0.5, 2.0, -0.75, -0.5, -1.25, -1.75, 0.75, -0.75, 1.75, -0.25, 0.5, 0.5, -1.25]]> : tensor<2x14xf64>
  %0 = rlx.fft block %x axis = -1 : (tensor<2x14xf64>) -> tensor<2x14xf64>
  %w = check.literal dense<[[0.75, -1.06395115236564, -0.27988601919573997, -3.9728033856467655, 0.7967776214567084, -4.759822381728522, -3.720314682520041, 1.25, 1.582980844761201, -0.9177631730665068, -5.499754138968207, 0.9491606059667821, -6.082982803210423, -0.0316413354828482], [-1.0, 2.214120959210497, 0.1045451582401482, 1.1304361860548413, 4.113523021380093, -0.9584206298498248, -0.3542046950357547, 1.25, -6.042059537459384, -1.6551891552971778, 5.707605439549957, 2.0907136734458627, 0.3026578864909154, 3.5962716932698253]]> : tensor<2x14xf64>
  check.expect_close %0, %w {atol = 1.0e-12} : tensor<2x14xf64>, tensor<2x14xf64>
  return %0 : tensor<2x14xf64>
}

func.func @twelve() -> tensor<24xf64> {
  %x = check.literal dense<[-1.75, -0.25, 1.0, 1.25, 1.0, -1.5, 1.75, 1.25, 1.5, 0.0, 1.75, -1.75, -2.0, -2.0, -1.0, -1.0, -1.25, 0.25, -1.75, 0.25, -1.25, 0.75, -2.0, -0.75]> : tensor<24xf64>
  %0 = rlx.fft block %x axis = -1 {inverse = true} : (tensor<24xf64>) -> tensor<24xf64>
  %w = check.literal dense<[0.35416666666666663, -0.28179748836726715, -0.39862447075449087, -0.35416666666666663, 0.14154642987624888, 0.11513082170060047, 0.5208333333333333, -0.42504007893013923, -0.18321309654291557, -0.2708333333333333, -0.43470886257884234, -0.5332932544031941, -0.9791666666666666, -0.3143428597524978, 0.13242513459481287, -0.1875, 0.31434285975249776, 0.33517619308583113, -0.5624999999999999, 0.05058756729740643, -0.33517619308583113, 0.22916666666666666, -0.44492513459481287, -0.23808756729740643]> : tensor<24xf64>
  check.expect_close %0, %w {atol = 1.0e-12} : tensor<24xf64>, tensor<24xf64>
  return %0 : tensor<24xf64>
}

// A prime length that uses Bluestein's algorithm.
func.func @seventeen() -> tensor<34xf64> {
  %x = check.literal dense<[1.75, 0.25, 1.25, 0.75, 0.5, -1.25, 0.25, -1.75, 1.25, 1.75, 1.5, -1.75, -0.75, -0.75, -1.5, 0.5, 1.25, -0.75, 1.5, 1.25, -1.5, 1.0, 1.5, -1.25, 0.25, 0.5, 0.5, -1.5, 0.75, 0.5, 1.25, 1.25, -0.75, 1.0]> : tensor<34xf64>
  %0 = rlx.fft block %x axis = 0 : (tensor<34xf64>) -> tensor<34xf64>
  %w = check.literal dense<[3.25, 1.9039430108724298, 8.43312789646894, -0.14506266579823368, 4.938329079661864, 2.8367674234445364, -4.500982930671574, -5.311152125382609, 5.6038255145011355, 0.8804943643497603, 5.19104772479778, 4.841475275025783, -4.891855535065707, 0.8453973258366041, -6.416541700842695, 8.596098329398002, 3.695089013403983, 5.5, -0.8345136271867339, -5.63347480646671, 4.091649093339051, 3.902445431850892, 0.588485715501359, -4.6971392891014565, -4.813213765076503, 3.0700657636334037, -6.789393044477537, -0.9321098571278212, -1.4029361269569671, -10.231310263675606, 4.026654777362586, -4.61313058695724, 1.4221191381663694, 4.595801447172919]> : tensor<34xf64>
  check.expect_close %0, %w {atol = 1.0e-12} : tensor<34xf64>, tensor<34xf64>
  return %0 : tensor<34xf64>
}

func.func @seventeen_inverse() -> tensor<34xf64> {
  %x = check.literal dense<[1.5, 1.5, -1.25, -2.0, 0.5, -1.25, 0.25, 1.75, -0.5, -1.0, -0.25, 0.75, -1.5, -0.5, -1.5, 0.75, 1.25, -0.5, -0.5, 0.25, -1.25, -1.0, -0.75, -0.25, -1.75, 1.0, 0.25, -0.75, -1.75, 1.0, -1.5, -1.5, -1.5, -1.75]> : tensor<34xf64>
  %0 = rlx.fft block %x axis = 0 {inverse = true} : (tensor<34xf64>) -> tensor<34xf64>
  %w = check.literal dense<[-0.08823529411764705, 0.05919965578408656, 0.232406564817735, 0.21605151252275298, -0.09096635603221481, 0.27657746940092365, -0.38280425038840304, -0.19953617882091274, 0.4656506810332358, -0.12912898482886437, -0.20189551869356168, -0.1985913746017429, 0.1568470973242201, -0.013200460543861214, 0.5817637339837978, 0.5828516578522871, 0.23301004530816857, -0.7205882352941176, -0.1569021475342618, -0.08455044663150876, -0.03955728702933758, 0.0713835259843128, -0.07601369788024424, 0.24247110436873356, 0.11036087877092148, 0.15873004170814672, -0.06531456269643271, 0.13883058466109738, 0.030341345897198353, -0.5690287876852257, 0.3032896284718181, 3.739837804077736e-05, 0.34603145600832763, -0.18952079949746872]> : tensor<34xf64>
  check.expect_close %0, %w {atol = 1.0e-12} : tensor<34xf64>, tensor<34xf64>
  return %0 : tensor<34xf64>
}

func.func @f16() -> tensor<2x12xf16> {
  %x = check.literal dense<[[1.75, -1.0, -0.75, 1.25, 0.5, -1.25, 1.0, 1.25, 0.75, -0.5, -1.75, 0.0], [-0.25, 1.5, -0.5, 0.75, -1.5, 1.0, 1.0, -1.25, -1.0, 0.25, 1.0, 1.5]]> : tensor<2x12xf16>
  %0 = rlx.fft block %x axis = -1 : (tensor<2x12xf16>) -> tensor<2x12xf16>
  %w = check.literal dense<[[0.5, 2.747595264191645, 3.167468245269452, 2.4999999999999996, 5.332531754730548, -3.7475952641916446, 0.75, 3.491025403784439, -0.924038105676658, -0.75, 1.674038105676658, 1.7589745962155612], [1.0, -2.8636206679760834, -0.399519052838329, -5.5, 0.899519052838329, 5.3636206679760825, 1.5, -0.424038105676658, 1.5580127018922192, 0.5000000000000001, 0.6919872981077807, 2.174038105676658]]> : tensor<2x12xf16>
  check.expect_close %0, %w {atol = 2.0e-2} : tensor<2x12xf16>, tensor<2x12xf16>
  return %0 : tensor<2x12xf16>
}

func.func @bf16() -> tensor<2x12xbf16> {
  %x = check.literal dense<[[-1.5, -1.25, 1.25, 0.5, 1.0, 2.0, 1.0, 1.0, 1.0, -0.25, -0.5, -0.25], [1.75, 1.25, 1.0, -0.5, 0.5, -1.25, -1.75, 1.5, 0.25, -0.5, 0.25, 1.0]]> : tensor<2x12xbf16>
  %0 = rlx.fft block %x axis = -1 {inverse = true} : (tensor<2x12xbf16>) -> tensor<2x12xbf16>
  %w = check.literal dense<[[0.3333333333333333, -0.8552616434012009, -0.380582274842315, -0.08333333333333337, -0.45275105849101827, -0.0614050232654656, 0.3333333333333333, -0.20384603522555267, -0.4843481522075892, 0.16666666666666666, 0.5260148188742558, 0.6621793685588859], [0.4583333333333333, 0.17783121635129678, 0.011164549684630116, 0.6249999999999999, 0.15550211698203653, 0.32216878364870316, 0.125, 0.39134603522555267, -0.33632486540518713, -0.5416666666666666, -0.9136751345948128, -0.474679368558886]]> : tensor<2x12xbf16>
  check.expect_close %0, %w {atol = 1.5e-1} : tensor<2x12xbf16>, tensor<2x12xbf16>
  return %0 : tensor<2x12xbf16>
}

func.func @c64() -> tensor<2x6xcomplex<f32>> {
  %x = check.literal dense<[[(-0.5, -1.75), (1.25, 2.0), (1.75, -1.5), (-0.5, -1.25), (-1.5, 0.25), (1.0, -0.25)], [(2.0, 1.0), (-1.5, -1.25), (0.75, 1.75), (1.25, -1.25), (1.75, 1.0), (-1.5, -1.75)]]> : tensor<2x6xcomplex<f32>>
  %0 = rlx.fft complex %x axis = -1 : (tensor<2x6xcomplex<f32>>) -> tensor<2x6xcomplex<f32>>
  %w = check.literal dense<[[(1.5, -2.5), (1.4330127018922192, -2.031088913245535), (1.2141016151377544, -0.651923788646684), (-1.9999999999999998, -3.5), (-5.714101615137754, -5.848076211353316), (0.5669872981077806, 4.031088913245535)], [(2.75, -0.5), (-0.9174682452694518, 0.24102540378443837), (3.28349364905389, -0.9910254037844386), (6.25, 8.0), (3.71650635094611, 0.7410254037844386), (-3.0825317547305477, -1.491025403784438)]]> : tensor<2x6xcomplex<f32>>
  check.expect_close %0, %w {atol = 5.0e-6} : tensor<2x6xcomplex<f32>>, tensor<2x6xcomplex<f32>>
  return %0 : tensor<2x6xcomplex<f32>>
}

func.func @c64_first_axis() -> tensor<5x?xcomplex<f32>> {
  %x = check.literal dense<[[(0.0, 0.0), (-1.75, -1.5), (-0.75, -1.25)], [(-0.75, 1.5), (1.0, 0.0), (-0.25, -1.25)], [(-1.75, 0.75), (2.0, -1.0), (1.5, 0.0)], [(1.75, -0.75), (-1.0, 0.0), (-0.5, 0.5)], [(-1.0, 0.25), (-1.5, -0.5), (-1.75, 1.25)]]> : tensor<5x3xcomplex<f32>> to tensor<5x?xcomplex<f32>>
  %0 = rlx.fft complex %x axis = 0 norm = ortho {inverse = true} : (tensor<5x?xcomplex<f32>>) -> tensor<5x?xcomplex<f32>>
  %w = check.literal dense<[[(-0.7826237921249264, 0.7826237921249264), (-0.5590169943749475, -1.3416407864998738), (-0.7826237921249264, -0.33541019662496846)], [(-1.1677991412781434, -0.5718540431957103), (-1.1633226375908643, 1.4737948836812975), (0.22113949071985423, 0.4238005245707212)], [(0.9425621092208031, 0.92119935559973), (-1.0202836737682244, -1.2469276173165953), (0.9708943903109281, -0.9462711680751318)], [(0.3237497868416602, -2.187511251662193), (0.09323269064338223, -0.00930297255830996), (0.081892014189114, -0.03356621954975252)], [(0.6841110373406067, 1.0555421471332473), (-1.263728345533978, -2.2300254735562026), (-2.168353086219812, -1.9036379121956057)]]> : tensor<5x3xcomplex<f32>> to tensor<5x?xcomplex<f32>>
  check.expect_close %0, %w {atol = 5.0e-6} : tensor<5x?xcomplex<f32>>, tensor<5x?xcomplex<f32>>
  return %0 : tensor<5x?xcomplex<f32>>
}

func.func @c128() -> tensor<9xcomplex<f64>> {
  %x = check.literal dense<[(1.5, 0.0), (-1.25, 0.0), (-1.5, 1.75), (-1.5, -1.75), (2.0, -0.75), (1.75, 0.5), (-1.0, -1.75), (2.0, -1.0), (-1.25, -0.25)]> : tensor<9xcomplex<f64>>
  %0 = rlx.fft complex %x axis = 0 : (tensor<9xcomplex<f64>>) -> tensor<9xcomplex<f64>>
  %w = check.literal dense<[(0.75, -3.25), (-0.16074130286301536, 5.7179829792704595), (6.708941751642703, 1.7350620813833482), (-5.122595264191645, -6.872595264191645), (5.682283240233943, 0.9455024493613615), (6.584585639316554, 4.086586436876594), (1.3725952641916446, -0.37740473580835543), (2.7284580626290733, -0.11444732295516391), (-5.043527390959257, -1.8706866239365996)]> : tensor<9xcomplex<f64>>
  check.expect_close %0, %w {atol = 1.0e-12} : tensor<9xcomplex<f64>>, tensor<9xcomplex<f64>>
  return %0 : tensor<9xcomplex<f64>>
}

// Lengths for every kind of plan, batches that fill no vector, and batches that fill several.
func.func @length_2() -> tensor<3x4xf32> {
  %x = check.fill seed 51 : tensor<3x4xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

func.func @length_3() -> tensor<3x6xf32> {
  %x = check.fill seed 84 : tensor<3x6xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x6xf32>) -> tensor<3x6xf32>
  return %0 : tensor<3x6xf32>
}

func.func @length_5() -> tensor<3x10xf32> {
  %x = check.fill seed 73 : tensor<3x10xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x10xf32>) -> tensor<3x10xf32>
  return %0 : tensor<3x10xf32>
}

func.func @length_8() -> tensor<3x16xf32> {
  %x = check.fill seed 33 : tensor<3x16xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x16xf32>) -> tensor<3x16xf32>
  return %0 : tensor<3x16xf32>
}

func.func @length_9() -> tensor<3x18xf32> {
  %x = check.fill seed 72 : tensor<3x18xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x18xf32>) -> tensor<3x18xf32>
  return %0 : tensor<3x18xf32>
}

func.func @length_10() -> tensor<3x20xf32> {
  %x = check.fill seed 67 : tensor<3x20xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x20xf32>) -> tensor<3x20xf32>
  return %0 : tensor<3x20xf32>
}

func.func @length_11() -> tensor<3x22xf32> {
  %x = check.fill seed 3 : tensor<3x22xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x22xf32>) -> tensor<3x22xf32>
  return %0 : tensor<3x22xf32>
}

func.func @length_13() -> tensor<3x26xf32> {
  %x = check.fill seed 58 : tensor<3x26xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x26xf32>) -> tensor<3x26xf32>
  return %0 : tensor<3x26xf32>
}

func.func @length_15() -> tensor<3x30xf32> {
  %x = check.fill seed 35 : tensor<3x30xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x30xf32>) -> tensor<3x30xf32>
  return %0 : tensor<3x30xf32>
}

func.func @length_16() -> tensor<3x32xf32> {
  %x = check.fill seed 32 : tensor<3x32xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x32xf32>) -> tensor<3x32xf32>
  return %0 : tensor<3x32xf32>
}

func.func @length_19() -> tensor<3x38xf32> {
  %x = check.fill seed 11 : tensor<3x38xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x38xf32>) -> tensor<3x38xf32>
  return %0 : tensor<3x38xf32>
}

func.func @length_22() -> tensor<3x44xf32> {
  %x = check.fill seed 88 : tensor<3x44xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x44xf32>) -> tensor<3x44xf32>
  return %0 : tensor<3x44xf32>
}

func.func @length_26() -> tensor<3x52xf32> {
  %x = check.fill seed 53 : tensor<3x52xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x52xf32>) -> tensor<3x52xf32>
  return %0 : tensor<3x52xf32>
}

func.func @length_30() -> tensor<3x60xf32> {
  %x = check.fill seed 75 : tensor<3x60xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x60xf32>) -> tensor<3x60xf32>
  return %0 : tensor<3x60xf32>
}

func.func @length_31() -> tensor<3x62xf32> {
  %x = check.fill seed 12 : tensor<3x62xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x62xf32>) -> tensor<3x62xf32>
  return %0 : tensor<3x62xf32>
}

func.func @length_49() -> tensor<3x98xf32> {
  %x = check.fill seed 54 : tensor<3x98xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x98xf32>) -> tensor<3x98xf32>
  return %0 : tensor<3x98xf32>
}

func.func @length_60() -> tensor<3x120xf32> {
  %x = check.fill seed 58 : tensor<3x120xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x120xf32>) -> tensor<3x120xf32>
  return %0 : tensor<3x120xf32>
}

func.func @length_64() -> tensor<3x128xf32> {
  %x = check.fill seed 80 : tensor<3x128xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x128xf32>) -> tensor<3x128xf32>
  return %0 : tensor<3x128xf32>
}

func.func @length_97() -> tensor<3x194xf32> {
  %x = check.fill seed 27 : tensor<3x194xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x194xf32>) -> tensor<3x194xf32>
  return %0 : tensor<3x194xf32>
}

func.func @length_121() -> tensor<3x242xf32> {
  %x = check.fill seed 10 : tensor<3x242xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x242xf32>) -> tensor<3x242xf32>
  return %0 : tensor<3x242xf32>
}

func.func @length_128() -> tensor<3x256xf32> {
  %x = check.fill seed 6 : tensor<3x256xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x256xf32>) -> tensor<3x256xf32>
  return %0 : tensor<3x256xf32>
}

func.func @length_210() -> tensor<3x420xf32> {
  %x = check.fill seed 86 : tensor<3x420xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x420xf32>) -> tensor<3x420xf32>
  return %0 : tensor<3x420xf32>
}

func.func @length_211() -> tensor<3x422xf32> {
  %x = check.fill seed 51 : tensor<3x422xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<3x422xf32>) -> tensor<3x422xf32>
  return %0 : tensor<3x422xf32>
}

func.func @length_1000() -> tensor<9x2000xf32> {
  %x = check.fill seed 11 : tensor<9x2000xf32>
  %0 = rlx.fft block %x axis = 1 : (tensor<9x2000xf32>) -> tensor<9x2000xf32>
  return %0 : tensor<9x2000xf32>
}

func.func @length_1024() -> tensor<17x2048xf32> {
  %x = check.fill seed 64 : tensor<17x2048xf32>
  %0 = rlx.fft block %x axis = 1 norm = none {inverse = true} : (tensor<17x2048xf32>) -> tensor<17x2048xf32>
  return %0 : tensor<17x2048xf32>
}

func.func @length_1021() -> tensor<5x1021x2xf32> {
  %x = check.fill seed 46 : tensor<5x1021x2xf32>
  %0 = rlx.fft pairs %x axis = 1 {inverse = true} : (tensor<5x1021x2xf32>) -> tensor<5x1021x2xf32>
  return %0 : tensor<5x1021x2xf32>
}

func.func @lanes_inside() -> tensor<26x19xf32> {
  %x = check.fill seed 36 : tensor<26x19xf32>
  %0 = rlx.fft block %x axis = 0 : (tensor<26x19xf32>) -> tensor<26x19xf32>
  return %0 : tensor<26x19xf32>
}

func.func @lanes_in_the_middle() -> tensor<2x11x12x2xf64> {
  %x = check.fill seed 6 : tensor<2x11x12x2xf64>
  %0 = rlx.fft pairs %x axis = 2 norm = ortho : (tensor<2x11x12x2xf64>) -> tensor<2x11x12x2xf64>
  return %0 : tensor<2x11x12x2xf64>
}

func.func @batch_of_two_dimensions() -> tensor<3x14x5xf64> {
  %x = check.fill seed 74 : tensor<3x14x5xf64>
  %0 = rlx.fft block %x axis = 1 : (tensor<3x14x5xf64>) -> tensor<3x14x5xf64>
  return %0 : tensor<3x14x5xf64>
}

func.func @batch_of_one() -> tensor<1x64xf64> {
  %x = check.fill seed 20 : tensor<1x64xf64>
  %0 = rlx.fft block %x axis = -1 : (tensor<1x64xf64>) -> tensor<1x64xf64>
  return %0 : tensor<1x64xf64>
}

func.func @f16_long() -> tensor<7x80xf16> {
  %x = check.fill seed 4 : tensor<7x80xf16>
  %0 = rlx.fft block %x axis = -1 norm = ortho : (tensor<7x80xf16>) -> tensor<7x80xf16>
  return %0 : tensor<7x80xf16>
}

func.func @bf16_long() -> tensor<10x33x2xbf16> {
  %x = check.fill seed 70 : tensor<10x33x2xbf16>
  %0 = rlx.fft pairs %x axis = 0 norm = forward : (tensor<10x33x2xbf16>) -> tensor<10x33x2xbf16>
  return %0 : tensor<10x33x2xbf16>
}

func.func @complex_long() -> tensor<10x33xcomplex<f32>> {
  %x = check.fill seed 78 : tensor<10x33xcomplex<f32>>
  %0 = rlx.fft complex %x axis = 1 : (tensor<10x33xcomplex<f32>>) -> tensor<10x33xcomplex<f32>>
  return %0 : tensor<10x33xcomplex<f32>>
}

func.func @complex_double() -> tensor<34x5x3xcomplex<f64>> {
  %x = check.fill seed 57 : tensor<34x5x3xcomplex<f64>>
  %0 = rlx.fft complex %x axis = 0 {inverse = true} : (tensor<34x5x3xcomplex<f64>>) -> tensor<34x5x3xcomplex<f64>>
  return %0 : tensor<34x5x3xcomplex<f64>>
}

func.func @dynamic() -> tensor<?x24xf32> {
  %x = check.fill sizes [11, 24] seed 58 : tensor<?x24xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<?x24xf32>) -> tensor<?x24xf32>
  return %0 : tensor<?x24xf32>
}

func.func @dynamic_inside() -> tensor<?x24x?xf32> {
  %x = check.fill sizes [2, 24, 13] seed 22 : tensor<?x24x?xf32>
  %0 = rlx.fft block %x axis = 1 : (tensor<?x24x?xf32>) -> tensor<?x24x?xf32>
  return %0 : tensor<?x24x?xf32>
}

func.func @dynamic_pairs() -> tensor<?x20x2xf32> {
  %x = check.fill sizes [3, 20, 2] seed 28 : tensor<?x20x2xf32>
  %0 = rlx.fft pairs %x axis = 1 : (tensor<?x20x2xf32>) -> tensor<?x20x2xf32>
  return %0 : tensor<?x20x2xf32>
}

func.func @dynamic_complex() -> tensor<?x17x?xcomplex<f32>> {
  %x = check.fill sizes [3, 17, 4] seed 55 : tensor<?x17x?xcomplex<f32>>
  %0 = rlx.fft complex %x axis = 1 : (tensor<?x17x?xcomplex<f32>>) -> tensor<?x17x?xcomplex<f32>>
  return %0 : tensor<?x17x?xcomplex<f32>>
}

func.func @empty() -> tensor<0x8xf32> {
  %x = check.fill seed 80 : tensor<0x8xf32>
  %0 = rlx.fft block %x axis = -1 : (tensor<0x8xf32>) -> tensor<0x8xf32>
  return %0 : tensor<0x8xf32>
}

func.func @dynamic_empty() -> tensor<?x8xcomplex<f32>> {
  %x = check.fill sizes [0, 8] seed 66 : tensor<?x8xcomplex<f32>>
  %0 = rlx.fft complex %x axis = -1 : (tensor<?x8xcomplex<f32>>) -> tensor<?x8xcomplex<f32>>
  return %0 : tensor<?x8xcomplex<f32>>
}

// Forward and inverse.
func.func @round_trip() -> tensor<4x62xf64> {
  %x = check.fill seed 5 : tensor<4x62xf64>
  %0 = rlx.fft block %x axis = 1 : (tensor<4x62xf64>) -> tensor<4x62xf64>
  %1 = rlx.fft block %0 axis = 1 {inverse = true} : (tensor<4x62xf64>) -> tensor<4x62xf64>
  check.expect_close %1, %x {atol = 1.0e-14} : tensor<4x62xf64>, tensor<4x62xf64>
  return %1 : tensor<4x62xf64>
}

// An impulse gives ones. A NaN stays in its own transform.
func.func @special() -> (tensor<1x8xf32>, tensor<1x8xf32>) {
  %x = check.literal dense<[[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                            [0x7FC00000, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                            [0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0]]> : tensor<3x8xf32>
  %0 = rlx.fft block %x axis = 1 : (tensor<3x8xf32>) -> tensor<3x8xf32>
  %first = rlx.slice %0 from [0, 0] sizes [1, 8] : (tensor<3x8xf32>) -> tensor<1x8xf32>
  %w = check.literal dense<[[1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<1x8xf32>
  check.expect_eq %first, %w : tensor<1x8xf32>, tensor<1x8xf32>
  %last = rlx.slice %0 from [2, 0] sizes [1, 8] : (tensor<3x8xf32>) -> tensor<1x8xf32>
  %v = check.literal dense<[[0.0, 0.0, 0.0, 0.0, 2.0, 2.0, 2.0, 2.0]]> : tensor<1x8xf32>
  check.expect_eq %last, %v : tensor<1x8xf32>, tensor<1x8xf32>
  return %first, %last : tensor<1x8xf32>, tensor<1x8xf32>
}
